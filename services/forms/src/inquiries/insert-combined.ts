import { seconds } from '@app/contracts/durations'
import { bulkWriteErrors, isDuplicateKey } from '@app/mongo'
import type { Collection, Db, Document } from 'mongodb'
import { combineCalls } from './combine-calls'

/** Waiting and writing fit into the time that Nginx allows a request. */
const limits = { maxItems: 100, maxCalls: 3, queueTimeoutMs: seconds(1.5), callTimeoutMs: seconds(3.5), gathers: true }

async function insertMany(collection: Collection, documents: Document[]): Promise<(Error | undefined)[]> {
  try {
    const insert = collection.insertMany(documents, { ordered: false })
    return await bulkWriteErrors(insert, documents.length, ({ insertedCount }) => insertedCount)
  } catch (error) {
    // A compatible server refuses all documents of a command for one of them, and does not say which.
    const { cause } = error as Error
    if (!isDuplicateKey(cause)) throw error
    if (documents.length === 1) return [cause as Error]
    const errors: (Error | undefined)[] = []
    for (const document of documents) errors.push(...(await insertMany(collection, [document])))
    return errors
  }
}

/** Inserts one document, which must have its `_id`; concurrent inserts share a call. */
export const insertCombined = (db: () => Db, name: string) =>
  combineCalls<Document, undefined>((documents) => insertMany(db().collection(name), documents), limits)
