import type { Audit } from '@app/audit'
import type { Handler } from '@app/jobs'
import type { WebsiteEditor } from './edit-website'
import { publicationEntry } from './publication-entry'
import type { PublicationInput } from './scheduled-publication'

export type PublishSiteDeps = {
  website: Pick<WebsiteEditor, 'publishScheduled'>
  audit: Pick<Audit, 'append'>
}

/** Publishes a draft at its time. An interrupted attempt is recognized by the job that the version names. */
export const publishSiteJob = ({ website, audit }: PublishSiteDeps): Handler<PublicationInput> => ({
  version: 1,
  async *run({ id, actor, input }, { hold }) {
    hold()
    const version = await website.publishScheduled(id, input, actor!.email)
    await audit.append({ ...publicationEntry(version), actor, action: 'publish', table: 'website', ref: `job/${id}` })
    yield { done: 1, changed: 1, isLast: true }
  },
})
