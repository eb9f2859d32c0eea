import type { EventType } from '@app/contracts/events'
import type { Attempt, WebhookInfo } from '@app/contracts/webhooks'

export const typeTitles: Record<EventType, string> = {
  'record.created': 'Record created',
  'record.updated': 'Record changed',
  'record.deleted': 'Record deleted',
  'record.restored': 'Record restored',
  'inquiry.received': 'Inquiry received',
  'inquiry.answered': 'Inquiry answered',
  'message.received': 'Visitor answered',
}

export const stateTitles: Record<WebhookInfo['state'], string> = {
  active: 'Active',
  disabled: 'Off',
  ended: 'Ended',
  ownerless: 'No owner',
}

/** "200 in 84 ms", or why there was no answer. */
export const attemptText = ({ status, error, ms }: Attempt): string =>
  status === null ? `No answer: ${error}` : `${status} in ${ms} ms`
