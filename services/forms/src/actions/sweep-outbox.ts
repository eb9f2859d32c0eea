import type { DeliveryQueue } from '@app/mail'
import type { OutboxStore } from '../models/outbox'

/** Enough to catch up quickly after an outage, few enough to keep a round short. */
const batchSize = 500

/** Queues due mails: those a request could not queue, those whose worker died, and those up for another attempt. */
export const sweepOutbox =
  ({ outbox, mail }: { outbox: Pick<OutboxStore, 'due'>; mail: Pick<DeliveryQueue, 'deliver'> }) =>
  async (): Promise<void> => {
    for (const job of await outbox.due(batchSize)) {
      // Redis is unavailable: the next round follows soon enough.
      if (!(await mail.deliver(job))) return
    }
  }
