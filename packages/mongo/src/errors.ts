import { AppError } from '@app/contracts/errors'
import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb'

/** The database did not answer in time. */
export const databaseBusy = (cause?: unknown) =>
  new AppError('unavailable', 'The service is busy. Please try again shortly.', undefined, { cause })

const internalError = 1
/** A collision of `findAndModify` in the words of DocumentDB, on PostgreSQL, which gives it the code of an internal error. */
const collision = /^(?:duplicate|conflicting) key value violates (?:unique|exclusion) constraint/

/** True for a write that broke a unique index. Not every server reports which one: derive it from the written data. */
export const isDuplicateKey = (error: unknown) =>
  error instanceof MongoServerError &&
  (error.code === 11_000 || (error.code === internalError && collision.test(error.message)))

/** True once it is written; `false` where a unique index refuses it: an earlier attempt was successful, or another process first. */
export async function unlessDuplicate(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** True when the database does not allow its user to do this. */
export const isNotAllowed = (error: unknown) => error instanceof MongoServerError && error.code === 13

const unavailableNames = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoConnectionPoolClosedError',
  'PoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'WaitQueueTimeoutError',
  'MongoOperationTimeoutError',
  'MongoWriteConcernError',
])

/**
 * Server codes of temporary failures: internal error (as on a full disk), time limit exceeded, shutting down, no primary,
 * write concern not satisfied in time, no space left.
 */
const temporaryCodes = new Set([1, 50, 64, 89, 91, 189, 262, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031])

/** A 503 when the database is unavailable or too slow; `undefined` for every other error, which is a bug. */
export function translateMongoError(error: unknown): AppError | undefined {
  const isUnavailable =
    (error instanceof Error && unavailableNames.has(error.name)) ||
    (error instanceof MongoError && error.hasErrorLabel('RetryableWriteError')) ||
    (error instanceof MongoServerError && typeof error.code === 'number' && temporaryCodes.has(error.code)) ||
    (error instanceof Error &&
      error.name === 'MongooseError' &&
      /initial connection is complete|not connected/i.test(error.message))
  return isUnavailable ? databaseBusy(error) : undefined
}

/**
 * The outcome of each part of an unordered bulk write, in order: its error, or `undefined` on success.
 *
 * @param written how many parts the server reports as written, for writes where each part is either written or fails
 * @throws when the outcome of some part is unknown
 */
export async function bulkWriteErrors(
  write: Promise<unknown>,
  count: number,
  written?: (error: MongoBulkWriteError) => number,
): Promise<(MongoServerError | undefined)[]> {
  try {
    await write
    return Array.from({ length: count }, () => undefined)
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    const errors = new Map(
      [error.writeErrors]
        .flat()
        .map(({ index, code, errmsg }) => [index, new MongoServerError({ message: errmsg, code })]),
    )
    // The driver wraps lost connections in the same class, without an error of any part.
    const known = errors.size > 0 && !error.result.getWriteConcernError()
    if (!known || (written && written(error) + errors.size !== count)) throw databaseBusy(error)
    return Array.from({ length: count }, (_, i) => errors.get(i))
  }
}
