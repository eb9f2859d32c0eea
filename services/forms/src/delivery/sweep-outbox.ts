import type { DeliveryQueue } from '@app/mail'
import type { MailSource } from './render-mail'

/** Enough to catch up quickly after an outage, few enough to keep a round short. */
const maxDue = 500

/** Queues due mails: those a request could not queue, those whose worker was killed, and those up for another attempt. */
export const sweepOutbox =
  ({ sources, mail }: { sources: readonly Pick<MailSource, 'due'>[]; mail: Pick<DeliveryQueue, 'deliver'> }) =>
  async (): Promise<void> => {
    for (const source of sources) {
      // Together, so that they reach Redis in one call.
      const queued = await Promise.all((await source.due(maxDue)).map((job) => mail.deliver(job)))
      // Redis is unavailable: the next round follows soon enough.
      if (!queued.every(Boolean)) return
    }
  }
