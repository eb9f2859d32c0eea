import type { Db } from 'mongodb'

/** Pieces of files are a quarter of a megabyte each; records are small. An answer is whole in memory, twice for a moment. */
const batchSizeOf = (name: string) => (name.endsWith('.chunks') ? 8 : 500)

/** Each document of a collection in the bytes that the server sends, which the driver's types do not say. */
export const rawDocuments = (db: Db, name: string): AsyncIterable<Buffer> =>
  db.collection(name).find({}, { raw: true, batchSize: batchSizeOf(name) }) as unknown as AsyncIterable<Buffer>

/** The runtime does not account for the memory of buffers and collects them too late. Call it every few megabytes. */
export const giveBackMemory = () => Bun.gc(true)
