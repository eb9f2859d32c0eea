import { withTimeout } from '@app/concurrency/timeout'
import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'

/** The database did not answer in time. */
export const databaseBusy = (cause?: unknown) =>
  new AppError('unavailable', 'The service is busy. Please try again shortly.', undefined, { cause })

/**
 * Rejects with `unavailable` when `work` has not settled in time. The driver can hang for ever on a connection that
 * closed during a write.
 */
export const timeLimit = <Result>(work: Promise<Result>, ms = seconds(8)): Promise<Result> =>
  withTimeout(work, ms, () => databaseBusy(new Error(`no answer within ${ms} ms`)))
