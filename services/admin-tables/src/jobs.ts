import type { Audit } from '@app/audit'
import type { Handler, Handlers, Job } from '@app/jobs'
import { type IncomingJobDeps, incomingJob } from './bookings/incoming-job'
import { checkJob, type ImportJobDeps, importJob } from './imports/imports-job'
import { type CancelDayDeps, cancelDayJob, undoDayJob } from './lessons/cancel-day-job'
import { type ErasureJobDeps, erasureJob } from './people/erasure-job'
import type { ApplyWrites } from './records/apply-writes'
import { type BatchDeps, batchJob } from './records/batch-job'
import { undoJob } from './records/undo-job'
import { type FixJobDeps, fixJob } from './schemas/fix-job'
import { type PublishJobDeps, publishJob, undoPublishJob } from './schemas/publish-job'
import { removeSamplesJob } from './setup/remove-samples-job'
import type { WebsiteEditor } from './website/edit-website'
import { publicationEntry } from './website/publication-entry'
import { type PublicationInput, publicationKind } from './website/scheduled-publication'
import { priceSetter, pricesTable } from './website/set-prices'

type PublishSiteDeps = {
  website: Pick<WebsiteEditor, 'publishScheduled'>
  audit: Pick<Audit, 'append'>
  apply: ApplyWrites
  hasRight: (job: Pick<Job, 'actor' | 'right'>) => Promise<boolean>
}

/** Publishes a draft at its time. An interrupted attempt is recognized by the job that the version names. */
export const publishSiteJob = ({ website, audit, apply, hasRight }: PublishSiteDeps): Handler<PublicationInput> => ({
  version: 1,
  async *run({ id, actor, input }, { hold }) {
    hold()
    const mayPrice = await hasRight({ actor, right: { table: pricesTable, level: 'edit' } })
    const setPrices = mayPrice ? priceSetter(apply, actor!, hold) : undefined
    const version = await website.publishScheduled(id, input, actor!.email, setPrices)
    await audit.append({ ...publicationEntry(version), actor, action: 'publish', table: 'website', ref: `job/${id}` })
    yield { done: 1, changed: 1, isLast: true }
  },
})

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
