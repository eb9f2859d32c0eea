import { seconds } from '@app/contracts/durations'
import type { CollationOptions, Db, Document } from 'mongodb'
import { projectionOf, recordReader, type WireRecord } from './read-record'

const maxTimeMS = seconds(2)

type Options = { limit: number; skip?: number; sort?: Record<string, 1 | -1>; collation?: CollationOptions }

/** Reads some fields of at most `limit` records, with their ids, in one call to the database. `limit` is not 0. */
export const rowReader =
  (db: () => Db) =>
  async (table: string, filter: Document, fields: Iterable<string>, options: Options): Promise<WireRecord[]> => {
    const shown = new Set(fields)
    const rows = await db()
      .collection(table)
      .find(filter, { projection: projectionOf(shown), maxTimeMS, batchSize: options.limit, raw: true, ...options })
      .toArray()
    return (rows as unknown as Buffer[]).map(recordReader(shown))
  }
