import { type Db, type Document, MongoServerError } from 'mongodb'
import { bulkWriteErrors } from './bulk-write-errors'
import { durable } from './connect'
import { isDuplicateKey, isRefusedForNow } from './errors'
import { databaseBusy } from './time-limit'

type Answer = {
  n: number
  writeErrors?: { index: number; code: number; errmsg: string }[]
  writeConcernError?: { code: number; errmsg: string }
}
type Errors = (MongoServerError | undefined)[]

async function insertByCommand(db: Db, name: string, documents: Document[]): Promise<Errors> {
  const writeConcern = { w: durable.w, j: durable.journal, wtimeout: durable.wtimeoutMS }
  const command = { insert: name, documents, ordered: false, writeConcern }
  const { n, writeErrors = [], writeConcernError } = (await db.command(command)) as Answer
  if (writeConcernError) throw new MongoServerError(writeConcernError)
  if (n + writeErrors.length !== documents.length) throw databaseBusy()
  const errors = new Map(
    writeErrors.map(({ index, code, errmsg }) => [index, new MongoServerError({ message: errmsg, code })]),
  )
  return documents.map((_, index) => errors.get(index))
}

async function oneByOne(db: Db, name: string, documents: Document[], refusal: MongoServerError): Promise<Errors> {
  if (documents.length === 1) return [refusal]
  const errors: Errors = []
  for (const document of documents) errors.push(...(await insertErrors(db, name, [document])))
  return errors
}

/**
 * Inserts documents, which must have their `_id`, as the driver's unordered `insertMany` does at one and a half times the CPU.
 * That follows when the primary steps down, because the driver waits for the next one with its own writes only: a document that
 * the command has stored is then a duplicate of itself.
 *
 * @returns the error of each document, in order, or `undefined` on success
 * @throws when the outcome of some document is unknown, as after a lost connection
 */
export async function insertErrors(db: Db, name: string, documents: Document[]): Promise<Errors> {
  try {
    return await insertByCommand(db, name, documents)
  } catch (error) {
    // A compatible server refuses all documents of a command for one of them.
    if (isDuplicateKey(error)) return oneByOne(db, name, documents, error as MongoServerError)
    if (!isRefusedForNow(error)) throw error
    const again = db.collection(name).insertMany(documents, { ordered: false })
    return bulkWriteErrors(again, documents.length, ({ insertedCount }) => insertedCount)
  }
}
