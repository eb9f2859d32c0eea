import { seconds } from '@app/contracts/durations'
import { findRaw } from '@app/mongo'
import type { CollationOptions, Db, Document } from 'mongodb'
import { recordReader, type WireRecord } from './read-record'
import { projectionOf } from './record-fields'

const maxTimeMS = seconds(2)

type Options = { limit: number; skip?: number; sort?: Record<string, 1 | -1>; collation?: CollationOptions }

/** Reads some fields of at most `limit` records, with their ids, in one call to the database. `limit` is not 0. */
export const rowReader =
  (db: () => Db) =>
  async (table: string, filter: Document, fields: Iterable<string>, options: Options): Promise<WireRecord[]> => {
    const shown = new Set(fields)
    const rows = await findRaw(db(), table, filter, { projection: projectionOf(shown), maxTimeMS, ...options })
    return rows.map(recordReader(shown))
  }
