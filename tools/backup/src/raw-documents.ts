import { seconds } from '@app/contracts/durations'
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

// The driver's own way to send documents as they are. Its public one makes objects of them first, which loses the order
// of keys that look like numbers. It is not part of what the driver promises: the test compares every byte.
import { DocumentSequence } from 'mongodb/lib/cmap/commands'

const mostDocuments = 1_000
const mostBytes = 8 * 1024 * 1024

const writeConcern = { w: 'majority', j: true, wtimeout: seconds(60) }

async function insertTogether(db: Db, collection: string, documents: Buffer[]): Promise<void> {
  const sequence = new DocumentSequence('documents')
  for (const document of documents) sequence.push({}, document)
  const answer = await db.command({ insert: collection, documents: sequence, ordered: true, writeConcern })
  if (answer['n'] === documents.length && !answer['writeErrors'] && !answer['writeConcernError']) return
  const [fault] = answer['writeErrors'] ?? [answer['writeConcernError']]
  throw new Error(`Documents of ${collection} were refused: ${fault?.errmsg ?? 'the server does not say why'}`)
}

/** Inserts documents byte for byte. */
export async function insertRaw(db: Db, collection: string, documents: readonly Buffer[]): Promise<void> {
  let chunk: Buffer[] = []
  let bytes = 0
  for (const document of documents) {
    if (chunk.length > 0 && (chunk.length === mostDocuments || bytes + document.length > mostBytes)) {
      await insertTogether(db, collection, chunk)
      chunk = []
      bytes = 0
    }
    chunk.push(document)
    bytes += document.length
  }
  if (chunk.length > 0) await insertTogether(db, collection, chunk)
}
