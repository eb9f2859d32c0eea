import { fileIdIn, fileUrlsIn } from '@app/contracts/file-url'
import type { FileBytes } from '@app/files/file-bytes'
import { type Db, ObjectId } from 'mongodb'
import { bucketName } from '../files/file-store'

export type FileReferenceDeps = {
  db: () => Db
  bytes: Pick<FileBytes, 'removeBytes'>
  /** Opens a connection for reads that take longer than a request may. */
  withoutTimeout: () => Promise<{ db: Db; close(): Promise<void> }>
  /** The names of all described tables, also of retired ones. */
  tables: () => Promise<readonly string[]>
}

/** The files that the raw bytes of a document name. */
const urlsIn = (document: Buffer) => fileUrlsIn(document.toString('latin1'))

/** Which files the records themselves name, whatever the schemas say. */
export function fileReferences({ db, bytes, withoutTimeout, tables }: FileReferenceDeps) {
  /** Everything that any field of any record refers to, live or in the trash. Reads all records. */
  async function all(): Promise<Set<string>> {
    const found = new Set<string>()
    const separate = await withoutTimeout()
    try {
      for (const name of [...(await tables()), 'trash']) {
        const documents = separate.db.collection(name).find({}, { raw: true }) as unknown as AsyncIterable<Buffer>
        for await (const document of documents) for (const url of urlsIn(document)) found.add(url)
      }
    } finally {
      await separate.close()
    }
    return found
  }

  return {
    all,

    /** Removes those of these files that no record names any more. Returns how many. */
    async removeUnused(urls: readonly string[]): Promise<number> {
      if (urls.length === 0) return 0
      const used = await all()
      const ids = urls.filter((url) => !used.has(url)).map((url) => new ObjectId(fileIdIn(url)))
      const { deletedCount } = await db()
        .collection(`${bucketName}.files`)
        .deleteMany({ _id: { $in: ids } })
      await bytes.removeBytes(ids)
      return deletedCount
    },
  }
}

export type FileReferences = ReturnType<typeof fileReferences>
