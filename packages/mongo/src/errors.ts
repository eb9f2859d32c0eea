import { AppError } from '@app/contracts/errors'
import { MongoError, MongoServerError } from 'mongodb'

/** True for a write that broke a unique index. Which one must be read from what was written: not every server says. */
export const isDuplicateKey = (error: unknown) => error instanceof MongoServerError && error.code === 11_000

const away = new Set([
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
 * Server codes of "not now": broken within (as on a full disk), time limit exceeded, shutting down, no primary, write
 * concern not satisfied in time, no space left.
 */
const notNow = new Set([1, 50, 64, 89, 91, 189, 262, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031])

/** The database is away or too slow: 503. Everything else is a fault of ours and stays `undefined`. */
export function translateMongoError(error: unknown): AppError | undefined {
  const isAway =
    (error instanceof Error && away.has(error.name)) ||
    (error instanceof MongoError && error.hasErrorLabel('RetryableWriteError')) ||
    (error instanceof MongoServerError && typeof error.code === 'number' && notNow.has(error.code)) ||
    (error instanceof Error &&
      error.name === 'MongooseError' &&
      /initial connection is complete|not connected/i.test(error.message))
  return isAway
    ? new AppError('unavailable', 'The service is busy at the moment. Please try again shortly.', undefined, {
        cause: error,
      })
    : undefined
}
