import { seconds } from '@app/contracts/durations'
import { isNotAllowed } from '@app/mongo'
import { collation } from '@app/record-query'
import { type Collection, ObjectId } from 'mongodb'
import { projectionOf, recordReader, type WireRecord } from './read-record'

const maxTimeMS = seconds(5)
const chunkSize = 1_000
const partMs = 500
/** Records after which other requests are served: a few milliseconds also where a rule takes long. */
const yieldEvery = 25

/** The number of records that were read, and the last of them when there are more. */
type CheckProgress = { checked: number; next: string | null }

/** Reads and removes values of records for the schema editor, in the order of their ids. */
export const storedValues = (collection: (name: string) => Collection) => ({
  /** An estimate from the collection's metadata. */
  total: (table: string): Promise<number> => collection(table).estimatedDocumentCount({ maxTimeMS }),

  /**
   * Hands over these fields of the records after one, until `take` returns false or a moment has passed, so that a slow
   * database answers in time, too.
   */
  async part(
    table: string,
    fields: readonly string[],
    after: string | undefined,
    take: (record: WireRecord) => boolean,
  ): Promise<CheckProgress> {
    const shown = new Set([...fields, 'updated_at'])
    const filter = after === undefined ? {} : { _id: { $gt: new ObjectId(after) } }
    const options = { projection: projectionOf(shown), batchSize: chunkSize, maxTimeMS, raw: true }
    const found = collection(table).find(filter, options).sort({ _id: 1 }) as unknown as AsyncIterable<Buffer>
    const read = recordReader(shown)
    const startedAt = performance.now()
    let until = 0
    let checked = 0
    for await (const bytes of found) {
      // Some servers read or sort all records before they return the first: then a part that took as long to begin is longer.
      until ||= performance.now() + Math.max(partMs, performance.now() - startedAt)
      const record = read(bytes)
      const isEnough = !take(record)
      checked++
      if (checked % yieldEvery === 0) await new Promise(setImmediate)
      const isDue = checked % chunkSize === 0 && performance.now() > until
      if (isEnough || isDue) return { checked, next: record.id }
    }
    return { checked, next: null }
  },

  /** The number of records that have a value in a field. */
  filled: (table: string, field: string): Promise<number> =>
    collection(table).countDocuments({ [field]: { $exists: true, $nin: [null, ''] } }, { maxTimeMS }),

  /** Removes a field from all records. */
  async remove(table: string, field: string): Promise<void> {
    await collection(table).updateMany({ [field]: { $exists: true } }, { $unset: { [field]: '' } })
  },

  /** True if a collection of this name has records. */
  hasRecords: async (table: string): Promise<boolean> =>
    (await collection(table).findOne({}, { projection: { _id: 1 }, maxTimeMS })) !== null,

  /** Makes the collection with its first index. `false` when the database does not allow the service this name. */
  async open(table: string): Promise<boolean> {
    try {
      await collection(table).createIndex({ created_at: 1, _id: 1 }, { name: 'by_created_at', collation })
      return true
    } catch (error) {
      if (isNotAllowed(error)) return false
      throw error
    }
  },
})

export type StoredValues = ReturnType<typeof storedValues>
