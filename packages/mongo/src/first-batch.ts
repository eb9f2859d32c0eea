import { type Db, type Document, MongoNetworkError, MongoNetworkTimeoutError, MongoServerError } from 'mongodb'

/** Server codes after which a read may be tried again: stepping down, shutting down, no primary, unreachable. */
const passingCodes = new Set([6, 7, 89, 91, 189, 9001, 10_107, 11_600, 11_602, 13_435, 13_436])

const isPassing = (error: unknown) =>
  (error instanceof MongoNetworkError && !(error instanceof MongoNetworkTimeoutError)) ||
  (error instanceof MongoServerError && passingCodes.has(Number(error.code)))

/**
 * The raw documents of a `find` or `aggregate` command, without a cursor: a small read then costs little more than half the CPU.
 * `undefined` when a cursor is needed after all: the answer exceeds one batch, or the read failed in a way that passes, after
 * which the driver retries reads with a cursor only.
 */
export async function firstBatch(db: Db, command: Document): Promise<Buffer[] | undefined> {
  try {
    const { cursor } = await db.command(command, { fieldsAsRaw: { firstBatch: true } })
    return Number(cursor.id) === 0 ? cursor.firstBatch : undefined
  } catch (error) {
    if (!isPassing(error)) throw error
    return undefined
  }
}
