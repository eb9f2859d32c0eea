import type { PersonFile } from '@app/contracts/person-file'
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { ArchivedFile } from './person-file/person-files'

/** A zip of the person file and its files, in the memory of one piece. Files are stored as they are: most are compressed already. */
export async function* personArchive(file: PersonFile, files: readonly ArchivedFile[]): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  const taken = () => {
    const bytes = Buffer.concat(written)
    written = []
    return bytes
  }
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
