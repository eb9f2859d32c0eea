import { contactChanges, titleOfPath } from '@app/contracts/website/changes'
import type { WebsiteVersion } from '@app/contracts/website/versions'

/** The facts by which the school is reached, among what changed: admins are told of them. */
export function contactsIn({ changes }: Pick<WebsiteVersion, 'changes'>): { contacts?: string } {
  const titles = contactChanges(changes)
  return titles.length > 0 ? { contacts: titles.join(', ') } : {}
}

/** The audit's entry of a publication: the version, and the names of what changed. */
export const publicationEntry = ({ id, changes, restored }: WebsiteVersion) => ({
  recordId: String(id),
  about: {
    version: id,
    fields: [...new Set(changes.map(({ path }) => titleOfPath(path)))].join(', '),
    ...(restored !== null && { restored }),
    ...contactsIn({ changes }),
  },
})
