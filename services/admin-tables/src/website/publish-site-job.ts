import type { Audit } from '@app/audit'
import type { Handler, Job } from '@app/jobs'
import type { ApplyWrites } from '../records/apply-writes'
import type { WebsiteEditor } from './edit-website'
import { type PublicationInput, publicationEntry } from './scheduled-publication'
import { priceSetter, pricesTable } from './site-store'

type Deps = {
  website: Pick<WebsiteEditor, 'publishScheduled'>
  audit: Pick<Audit, 'append'>
  apply: ApplyWrites
  hasRight: (job: Pick<Job, 'actor' | 'right'>) => Promise<boolean>
}

/** Publishes a draft at its time. An interrupted attempt is recognized by the job that the version names. */
export const publishSiteJob = ({ website, audit, apply, hasRight }: Deps): Handler<PublicationInput> => ({
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
