import { AppError } from '@app/contracts/errors'
import { MongoError, MongoNetworkError, MongoNetworkTimeoutError, MongoServerError } from 'mongodb'

const internalError = 1
/** How DocumentDB, on PostgreSQL, words a collision of `findAndModify`, to which it gives the code of an internal error. */
const collision = /^(?:duplicate|conflicting) key value violates (?:unique|exclusion) constraint/

/** True for a write that broke a unique index. Not every server reports which one: derive it from the written data. */
export const isDuplicateKey = (error: unknown) =>
  error instanceof MongoServerError &&
  (error.code === 11_000 || (error.code === internalError && collision.test(error.message)))

/** True when the database does not allow its user to do this. */
export const isNotAllowed = (error: unknown) => error instanceof MongoServerError && error.code === 13

/** Server codes after which a call may be tried again: stepping down, shutting down, no primary, unreachable. */
const passingCodes = new Set([6, 7, 89, 91, 189, 9001, 10_107, 11_600, 11_602, 13_435, 13_436])

/** True for a call that the server refused or ended for a reason that passes. */
export const isRefusedForNow = (error: unknown) =>
  error instanceof MongoServerError && passingCodes.has(Number(error.code))

/** True for a failure after which a read may be tried again. */
export const isPassing = (error: unknown) =>
  (error instanceof MongoNetworkError && !(error instanceof MongoNetworkTimeoutError)) || isRefusedForNow(error)

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
  return isUnavailable
    ? new AppError('unavailable', 'The service is busy. Please try again shortly.', undefined, {
        cause: error,
      })
    : undefined
}
