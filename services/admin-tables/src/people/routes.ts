import type { Audit } from '@app/audit'
import { readPersonFile } from '@app/contracts/calls/person-file'
import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import { serve } from '@app/service/serve'
import { streamOf } from '../tables/stream-of'
import { personArchive } from './person-archive'
import type { ReadPersonFile } from './person-file/read-person-file'

export type PersonFileDeps = { personFile: ReadPersonFile; audit: Pick<Audit, 'add'> }

/** Everything about one address, for admins. */
export const personFileRoutes = ({ personFile, audit }: PersonFileDeps) => [
  serve(readPersonFile, async ({ query, actor }) => {
    const email = normalEmail(query.email)
    if (!email) throw new AppError('invalid_request', 'Email is not a valid email')
    const { file, files } = await personFile(email)
    // Without the address: an erasure leaves none in the audit.
    await audit.add({ actor, action: 'export', about: { of: 'person file', format: query.format } })
    if (query.format === 'json') return file
    return new Response(streamOf(personArchive(file, files)), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': 'attachment; filename="person-file.zip"',
      },
    })
  }),
]
