import type { Audit } from '@app/audit'
import { normalEmail } from '@app/contracts/entered-line'
import { personRecord, previewErasure } from '@app/contracts/erasures'
import { AppError } from '@app/contracts/errors'
import { type PersonFile, readPersonFile } from '@app/contracts/person-file'
import { serve } from '@app/service/serve'
import { streamOf } from '@app/service/served-file'
import { strToU8, ZipDeflate, ZipPassThrough } from 'fflate'
import { zipPieces } from '../records/zip-pieces'
import type { CountErasure } from './count-erasure'
import type { ArchivedFile } from './person-file/person-files'
import type { ReadPersonFile } from './person-file/read-person-file'

/** A zip of the person file and its files, in the memory of one piece. Files are stored as they are: most are compressed already. */
async function* personArchive(file: PersonFile, files: readonly ArchivedFile[]): AsyncGenerator<Uint8Array> {
  const { zip, taken } = zipPieces()
  const text = new ZipDeflate('person-file.json', { level: 6 })
  zip.add(text)
  text.push(strToU8(JSON.stringify(file, null, 2)), true)
  yield taken()
  for (const { path, chunks } of files) {
    const part = new ZipPassThrough(path)
    zip.add(part)
    for await (const bytes of chunks()) {
      part.push(bytes)
      yield taken()
    }
    part.push(new Uint8Array(), true)
  }
  zip.end()
  yield taken()
}

type PersonFileDeps = { personFile: ReadPersonFile; countErasure: CountErasure; audit: Pick<Audit, 'add'> }

/** Everything about one address, for admins. */
export const personFileRoutes = ({ personFile, countErasure, audit }: PersonFileDeps) => [
  serve(previewErasure, ({ query: { emails, records } }) =>
    countErasure(
      emails.split(',').flatMap((one) => normalEmail(one) ?? []),
      records.split(',').filter((one) => personRecord.test(one)),
    ),
  ),
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
