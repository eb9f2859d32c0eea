import type { Handlers } from '@app/jobs'
import { publicationKind } from '../site/scheduled-publication'
import { type BatchDeps, batchJob } from './batch'
import { type CancelDayDeps, cancelDayJob, undoDayJob } from './cancel-day'
import { type ErasureJobDeps, erasureJob } from './erasure'
import { type FixJobDeps, fixJob } from './fix'
import { checkJob, type ImportJobDeps, importJob } from './imports'
import { type IncomingJobDeps, incomingJob } from './incoming'
import { type PublishJobDeps, publishJob, undoPublishJob } from './publish'
import { type PublishSiteDeps, publishSiteJob } from './publish-site'
import { removeSamplesJob } from './remove-samples'
import { undoJob } from './undo'

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
