import type { Db } from 'mongodb'

/** Pieces of files are a quarter of a megabyte each; records are small. An answer is whole in memory, twice for a moment. */
const batchSizeOf = (name: string) => (name.endsWith('.chunks') ? 8 : 500)

/** Each document of a collection in the bytes that the server sends, which the driver's types do not say. */
export const rawDocuments = (db: Db, name: string): AsyncIterable<Buffer> =>
  db.collection(name).find({}, { raw: true, batchSize: batchSizeOf(name) }) as unknown as AsyncIterable<Buffer>

/** The runtime does not see how much memory buffers hold, and would let them pile up. To be called every few megabytes. */
export const giveBackMemory = () => Bun.gc(true)
