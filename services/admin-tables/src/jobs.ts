import type { Handlers } from '@app/jobs'
import { type IncomingJobDeps, incomingJob } from './bookings/incoming-job'
import { checkJob, type ImportJobDeps, importJob } from './imports/imports-job'
import { type CancelDayDeps, cancelDayJob, undoDayJob } from './lessons/cancel-day-job'
import { type ErasureJobDeps, erasureJob } from './people/erasure-job'
import { type BatchDeps, batchJob } from './records/batch-job'
import { undoJob } from './records/undo-job'
import { type FixJobDeps, fixJob } from './schemas/fix-job'
import { type PublishJobDeps, publishJob, undoPublishJob } from './schemas/publish-job'
import { removeSamplesJob } from './setup/remove-samples-job'
import { type PublishSiteDeps, publishSiteJob } from './website/publish-site-job'
import { publicationKind } from './website/scheduled-publication'

type Deps = PublishSiteDeps &
  BatchDeps &
  CancelDayDeps &
  ImportJobDeps &
  IncomingJobDeps &
  FixJobDeps &
  ErasureJobDeps &
  PublishJobDeps

/** The kinds of work of this service that take longer than a request. */
export const jobHandlers = (deps: Deps): Handlers => ({
  batch: batchJob(deps),
  undo: undoJob(deps),
  'import-check': checkJob(deps),
  import: importJob(deps),
  incoming: incomingJob(deps),
  fix: fixJob(deps),
  'undo-fix': undoJob(deps, true),
  publish: publishJob(deps),
  'undo-publish': undoPublishJob(deps),
  [publicationKind]: publishSiteJob(deps),
  erasure: erasureJob(deps),
  'cancel-day': cancelDayJob(deps),
  'undo-day': undoDayJob(deps),
  'remove-samples': removeSamplesJob(deps),
  'undo-samples': undoJob(deps),
})
