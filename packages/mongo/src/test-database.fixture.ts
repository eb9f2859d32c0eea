import { randomBytes } from 'node:crypto'
import { Collection, type CreateIndexesOptions, type IndexDescription, type IndexSpecification } from 'mongodb'
import { afterAll, beforeAll, inject } from 'vitest'
import { connectMongo, type Mongo } from './connect'

/**
 * Seconds added to the time after which the server removes records. Tests use clocks in the past, and once a minute the server removes
 * what is old by its own clock, whichever test is running.
 */
export const keptLonger = 2_000_000_000

/** Adds it once, even where this file is loaded again for another test file. */
const keepLonger = <Options extends { expireAfterSeconds?: number }>(options: Options): Options => {
  const { expireAfterSeconds: kept = keptLonger } = options
  return kept < keptLonger ? { ...options, expireAfterSeconds: kept + keptLonger } : options
}

const { createIndex, createIndexes } = Collection.prototype
Object.assign(Collection.prototype, {
  createIndex(this: Collection, keys: IndexSpecification, options: CreateIndexesOptions = {}) {
    return Reflect.apply(createIndex, this, [keys, keepLonger(options)])
  },
  createIndexes(this: Collection, indexes: IndexDescription[], options?: CreateIndexesOptions) {
    return Reflect.apply(createIndexes, this, [indexes.map(keepLonger), options])
  },
})

/** The MongoDB and Redis of this worker. */
export function storeServer() {
  const servers = inject('storeServers')
  return servers[(Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % servers.length]!
}

/** The address of a database of its own on the server of this worker. */
export function newDatabaseUri(): string {
  const uri = new URL(storeServer().mongoUri)
  uri.pathname = `/store_${randomBytes(6).toString('hex')}`
  return uri.href
}

export type TestDatabase = {
  /** Connected before the first test of the file. */
  mongo: Mongo
  uri: string
  /** Removes all documents and keeps the indexes. */
  clear(): Promise<void>
}

/**
 * A database for the tests of a file, on a real server; it is dropped after them. Call it at the top of the file.
 *
 * @param prepare makes the indexes, as the service does at its start
 */
export function testDatabase(prepare: (mongo: Mongo) => Promise<unknown> = async () => {}): TestDatabase {
  const uri = newDatabaseUri()
  let failure: unknown
  const mongo = connectMongo(uri, { prepare, onError: (error) => (failure = error) })
  beforeAll(async () => {
    const late = new Promise((_, reject) =>
      setTimeout(() => reject(failure ?? new Error('no MongoDB')), 20_000).unref(),
    )
    await Promise.race([mongo.ready, late])
  })
  afterAll(async () => {
    await mongo.db().dropDatabase()
    await mongo.close()
  })
  return {
    mongo,
    uri,
    async clear() {
      // One after the other: at once they would open a connection each, and signing in takes seconds on a busy machine.
      for (const { name } of await mongo.db().listCollections({}, { nameOnly: true }).toArray())
        await mongo
          .db()
          .collection(name)
          .deleteMany({}, { writeConcern: { w: 1 } })
    },
  }
}
