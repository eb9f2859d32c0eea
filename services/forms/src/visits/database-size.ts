import { seconds } from '@app/contracts/durations'
import type { Db } from 'mongodb'

/** What MongoDB answers to `dbStats`, in bytes. A compatible server may leave figures out. */
export type DatabaseSize = {
  objects?: number
  dataSize?: number
  storageSize?: number
  indexSize?: number
}

/** Reads how large the database is. */
export const databaseSize = (db: () => Db) => async (): Promise<DatabaseSize> =>
  await db().command({ dbStats: 1, maxTimeMS: seconds(2) })
