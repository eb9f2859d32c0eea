import { titleOfPath } from '@app/contracts/website/titles'
import type { WebsiteVersion } from '@app/contracts/website/versions'

/** What the audit says of a publication: the version, and the names of what changed. */
export const publicationEntry = ({ id, changes, restored }: WebsiteVersion) => ({
  recordId: String(id),
  about: {
    version: id,
    fields: [...new Set(changes.map(({ path }) => titleOfPath(path)))].join(', '),
    ...(restored !== null && { restored }),
  },
})
