import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'

/** The database did not answer in time. */
export const tooLate = (cause?: unknown) =>
  new AppError('unavailable', 'The service is busy at the moment. Please try again shortly.', undefined, { cause })

/**
 * Rejects when `work` has not settled in time. The database's driver can wait for ever for an answer on a connection that
 * closed while it wrote, and whoever awaits it would stand still.
 */
export async function timeLimit<T>(work: Promise<T>, ms = seconds(8)): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(new Error(`no answer within ${ms} ms`))), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
