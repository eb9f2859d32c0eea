import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { type Collection, type Document, MongoBulkWriteError, MongoServerError, type OptionalId } from 'mongodb'

type Waiting = {
  document: OptionalId<Document>
  resolve(): void
  reject(error: unknown): void
  timer: ReturnType<typeof setTimeout> | undefined
}

const most = 100
/** Writes under way at once: should one hang on a connection that died, the others go on. */
const lanes = 3
/** Waiting in line and being written fit into the time that Nginx gives a request. */
const patience = seconds(1.5)
const longestWrite = seconds(3.5)

const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'The service is busy at the moment. Please try again shortly.', undefined, { cause })

/** Writes all of them, whatever becomes of each; the faults in their places. */
async function insertAll(collection: Pick<Collection, 'insertMany'>, documents: OptionalId<Document>[]) {
  try {
    await collection.insertMany(documents, { ordered: false })
    return documents.map(() => undefined)
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    const { writeErrors, insertedCount, result } = error
    const faults = new Map([writeErrors].flat().map(({ index, code, errmsg }) => [index, { code, errmsg }]))
    // The driver puts lost connections in the same wrapping: only who is accounted for has been written for certain.
    const acknowledged = insertedCount + faults.size === documents.length && !result.getWriteConcernError()
    if (!acknowledged) throw unavailable(error)
    return documents.map((_, i) => faults.get(i))
  }
}

/** The driver can wait for ever for an answer on a connection that closed while it wrote. Such a write is given up. */
async function withinLimit<T>(write: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable(new Error('the write got no answer'))), longestWrite)
  })
  return Promise.race([write, late]).finally(() => clearTimeout(timer))
}

/**
 * Inserts one document as `insertOne` does, but those that come while writes are under way go together in the next one:
 * a crowd costs the database little more than a single visitor. Who comes alone is written at once.
 */
export function insertTogether(collection: () => Pick<Collection, 'insertMany'>) {
  const line: Waiting[] = []
  let underWay = 0

  async function write(batch: Waiting[]): Promise<void> {
    for (const { timer } of batch) clearTimeout(timer)
    const documents = batch.map(({ document }) => document)
    try {
      const faults = await withinLimit(insertAll(collection(), documents))
      for (const [i, { resolve, reject }] of batch.entries()) {
        const fault = faults[i]
        if (fault) reject(new MongoServerError({ message: fault.errmsg, code: fault.code }))
        else resolve()
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function writeLine(): Promise<void> {
    underWay++
    while (line.length > 0) await write(line.splice(0, most))
    underWay--
  }

  return (document: OptionalId<Document>) =>
    new Promise<void>((resolve, reject) => {
      const waiting: Waiting = { document, resolve, reject, timer: undefined }
      const giveUp = () => {
        line.splice(line.indexOf(waiting), 1)
        reject(unavailable())
      }
      line.push(waiting)
      if (underWay < lanes) void writeLine()
      else waiting.timer = setTimeout(giveUp, patience)
    })
}
