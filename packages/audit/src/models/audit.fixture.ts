import { testDatabase } from '@app/mongo/test-database.fixture'
import type { Db } from 'mongodb'
import { beforeEach } from 'vitest'
import { auditCollection, type StoredEntry } from './audit-collection'

const entriesOf = (db: () => Db) => db().collection<StoredEntry>('audit_log')

/**
 * An audit in a database of its own, empty before each test, and what only the operator of that database can do. Call it at the top of
 * a file.
 */
export function auditDatabase() {
  const { clear, mongo } = testDatabase(({ db }) => auditCollection(() => entriesOf(db)).prepare())
  const collection = () => entriesOf(mongo.db)
  beforeEach(clear)
  return {
    mongo,
    stored: auditCollection(collection),
    /** The same audit through a connection that is lost after so many entries of an insert. */
    cutAfter(count: number) {
      const insertMany = async (entries: StoredEntry[], options: object) => {
        if (count > 0) await collection().insertMany(entries.slice(0, count), options)
        throw new Error('connection closed')
      }
      return auditCollection(() => Object.assign(collection(), { insertMany }))
    },
    entries: () => collection().find().sort({ _id: 1 }).toArray(),
    at: async (_id: string): Promise<StoredEntry> => (await collection().findOne({ _id }))!,
    put: (entry: StoredEntry) => collection().replaceOne({ _id: entry._id }, entry, { upsert: true }),
    remove: (...places: string[]) => collection().deleteMany({ _id: { $in: places } }),
  }
}
