import { randomBytes } from 'node:crypto'
import type { Event } from '@app/contracts/events'
import { Webhook } from 'standardwebhooks'

export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The same for each attempt and for a replay, by which an endpoint recognizes what it has. */
export const messageIdOf = ({ id }: Pick<Event, 'id'>) => `evt_${id.replace('.', '_')}`

export const payloadOf = (event: Event) => JSON.stringify({ type: event.type, timestamp: event.at, data: event })

/** The headers of Standard Webhooks, with a signature by each secret. */
export function signedHeaders(
  secrets: readonly string[],
  messageId: string,
  payload: string,
  at: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'archery-school-webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(messageId, at, payload)).join(' '),
  }
}
