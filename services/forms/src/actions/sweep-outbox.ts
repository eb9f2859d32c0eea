import { minutes, seconds } from '@app/contracts/durations'
import type { DeliveryQueue } from '@app/mail'
import { timeLimit } from '@app/mongo'
import type { OutboxStore } from '../models/outbox'

const every = seconds(5)
/** A round that hangs is given up, not the sweeping. */
const longestRound = minutes(1)
/** Enough to catch up quickly after a fault, few enough to stay short. */
const batch = 500

/** Queues what is due: mails that a request could not queue, whose worker died, or that wait for another try. */
export const sweepOutbox =
  ({ outbox, mail }: { outbox: Pick<OutboxStore, 'due'>; mail: Pick<DeliveryQueue, 'deliver'> }) =>
  async (): Promise<void> => {
    for (const job of await outbox.due(batch)) {
      // Redis is away: the next round comes soon enough.
      if (!(await mail.deliver(job))) return
    }
  }

/**
 * Runs `sweep` again and again until stopped, soon for the first time; rounds never overlap. Returns the stop, which waits for a
 * running round.
 */
export function repeat(sweep: () => Promise<void>, onFault: (error: unknown) => void, pause = every) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let round = Promise.resolve()
  const next = (wait: number) => {
    timer = setTimeout(() => {
      round = timeLimit(sweep(), longestRound)
        .catch(onFault)
        .then(() => {
          if (!stopped) next(pause)
        })
    }, wait)
  }
  next(Math.min(pause, every))
  return async () => {
    stopped = true
    clearTimeout(timer)
    await round
  }
}
