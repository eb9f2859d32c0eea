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
/** Waiting in line and being written must fit into the time that Nginx gives a request. */
const patience = seconds(2)

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

/**
 * Inserts one document as `insertOne` does, but those that come while a write is under way go together in the next one:
 * a crowd costs the database little more than a single visitor. Who comes alone is written at once.
 */
export function insertTogether(collection: () => Pick<Collection, 'insertMany'>) {
  const line: Waiting[] = []
  let busy = false

  async function writeLine(): Promise<void> {
    busy = true
    for (let now = line.splice(0, most); now.length > 0; now = line.splice(0, most)) {
      for (const { timer } of now) clearTimeout(timer)
      try {
        const faults = await insertAll(
          collection(),
          now.map(({ document }) => document),
        )
        for (const [i, { resolve, reject }] of now.entries()) {
          const fault = faults[i]
          if (fault) reject(new MongoServerError({ message: fault.errmsg, code: fault.code }))
          else resolve()
        }
      } catch (error) {
        for (const { reject } of now) reject(error)
      }
    }
    busy = false
  }

  return (document: OptionalId<Document>) =>
    new Promise<void>((resolve, reject) => {
      const waiting: Waiting = { document, resolve, reject, timer: undefined }
      const giveUp = () => {
        line.splice(line.indexOf(waiting), 1)
        reject(unavailable())
      }
      if (busy) waiting.timer = setTimeout(giveUp, patience)
      line.push(waiting)
      if (!busy) void writeLine()
    })
}
