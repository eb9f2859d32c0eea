import { minutes, seconds } from '@app/contracts/durations'
import { timeLimit } from '@app/mongo'

/** Longer than a database needs to restart; after that the lease has expired and another worker may take the mail. */
const timeoutMs = minutes(5)

/**
 * Repeats `act` until it succeeds. What was sent must be recorded, and a job dropped while the database is unavailable
 * would have to be found again.
 */
export async function retry<Result>(
  act: () => Promise<Result>,
  pauseMs = seconds(0.5),
  now = Date.now,
): Promise<Result> {
  for (const end = now() + timeoutMs; ; ) {
    try {
      return await timeLimit(act())
    } catch (error) {
      if (now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}
