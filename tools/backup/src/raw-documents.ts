import type { Db } from 'mongodb'
import { type Elsewhere, holdsPieces, piecesElsewhere } from './pieces'

/** Pieces of files are a quarter of a megabyte each; records are small. An answer is whole in memory, twice for a moment. */
const batchSizeOf = (name: string) => (holdsPieces(name) ? 8 : 500)

/** Each document of a collection in the bytes that the server sends, which the driver's types do not say. */
export const rawDocuments = (db: Db, name: string): AsyncIterable<Buffer> =>
  db.collection(name).find({}, { raw: true, batchSize: batchSizeOf(name) }) as unknown as AsyncIterable<Buffer>

/** The same, with the pieces of files that an object storage holds. */
export async function* documentsToKeep(db: Db, name: string, elsewhere: Elsewhere): AsyncGenerator<Buffer> {
  if (!holdsPieces(name)) return yield* rawDocuments(db, name)
  const others = piecesElsewhere(db, name, elsewhere)
  for await (const document of rawDocuments(db, name)) {
    others.note(document)
    yield document
  }
  for await (const { document } of others.all()) if (document) yield document
}

/** The runtime does not account for the memory of buffers and collects them too late. Call it every few megabytes. */
export const giveBackMemory = () => Bun.gc(true)
