import { fileUrlsIn } from '@app/contracts/file-url'
import { decodedText, fileEncoding } from './decode-text'
import { type ImportStore, type StoredImport, textsOf } from './import-store'

/** Longer than an address, and than the URL of a file: what is cut by the end of a piece is found in the next one. */
const overlap = 1_000

/** Tells if an uploaded file, or a correction of it, mentions an address, and lists the stored files that it names. */
export async function scanImport({ bytes }: Pick<ImportStore, 'bytes'>, imported: StoredImport, address: string) {
  const corrected = (imported.corrected ?? []).join('\n')
  let isMentioned = corrected.toLowerCase().includes(address)
  const urls = new Set<string>(fileUrlsIn(corrected))
  for (const { file, encoding } of textsOf(imported)) {
    const read = () => bytes(file)
    let text = ''
    for await (const piece of decodedText(read, encoding ?? (await fileEncoding(read)).encoding)) {
      text = text.slice(-overlap) + piece
      isMentioned ||= text.toLowerCase().includes(address)
      for (const url of fileUrlsIn(text)) urls.add(url)
    }
  }
  return { isMentioned, urls: [...urls] }
}
