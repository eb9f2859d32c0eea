import { minutes, seconds } from '@app/contracts/durations'
import { timeLimit } from '@app/mongo'

/** Longer than a database needs to come back; by then the lease has run out and the mail is somebody else's. */
const patience = minutes(5)

/**
 * Does it again and again until it succeeds: what was done in the world outside must find its way into the books, and a
 * job that is dropped because the database is away has to be found again.
 */
export async function insist<T>(act: () => Promise<T>, pause = seconds(0.5), now = Date.now): Promise<T> {
  for (const end = now() + patience; ; ) {
    try {
      return await timeLimit(act())
    } catch (error) {
      if (now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
