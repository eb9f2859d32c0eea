import { seconds } from '@app/contracts/durations'
import { maxSendMs, type QueueState } from '@app/mail'
import { counter, durations, gauge, sampled } from '@app/telemetry'
import type { OutboxState } from './outbox-state'

/** Delivery attempts by outcome. */
export const mails = counter('mails_total', 'Delivery attempts by kind of mail and outcome', {
  kind: [
    'notification',
    'thank_you',
    'reply',
    'reminder',
    'copy',
    'mention',
    'assignment',
    'mailing',
    'login_code',
    'access_request',
    'new_device',
    'access_added',
    'codes_paused',
    'invitation',
    'invitation_refused',
    'webhook_stopped',
    'contact_changed',
    'audit_heads',
  ],
  // `retried`: failed, will be retried; `failed`: failed permanently; `dropped`: expired before it was sent.
  outcome: ['sent', 'retried', 'failed', 'dropped'],
})

const sending = durations(
  'mail_send_duration_seconds',
  'Time until the mail server accepted a mail, or until the attempt failed',
  { queue: ['delivery', 'sign-in'] },
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, maxSendMs / seconds(1)],
)

/** Measures a delivery attempt. */
export async function timed<Result>(queue: 'delivery' | 'sign-in', send: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  return send().finally(() => sending.observe({ queue }, performance.now() - startedAt))
}

/** Registers gauges of waiting mail, read from the queues and the database at most every ten seconds. */
export function watchMails({
  queues,
  outbox,
  lastArrival,
}: {
  queues: { state(): Promise<QueueState[]> }
  outbox: { state(): Promise<OutboxState> }
  /** Of a synthetic inquiry, in milliseconds since 1970. */
  lastArrival: () => Promise<number | undefined>
}): void {
  const queueStates = sampled(queues.state, { every: seconds(10) })
  gauge('mail_queue_jobs', 'Jobs of a queue by state', ['queue', 'state'], async () =>
    ((await queueStates()) ?? []).flatMap(({ queue, waiting, active, delayed }) =>
      Object.entries({ waiting, active, delayed }).map(([state, value]) => ({ labels: { queue, state }, value })),
    ),
  )
  gauge('mail_queue_oldest_waiting_seconds', 'Age of the oldest waiting job of a queue', ['queue'], async () =>
    ((await queueStates()) ?? []).map(({ queue, oldest }) => ({ labels: { queue }, value: oldest / seconds(1) })),
  )

  const stored = sampled(outbox.state, { every: seconds(10), timeoutMs: seconds(2) })
  gauge('outbox_inquiries', 'Inquiries with pending mails, and with failed mails', ['mails'], async () => {
    const state = await stored()
    return state
      ? [
          { labels: { mails: 'pending' }, value: state.pending },
          { labels: { mails: 'failed' }, value: state.failed },
        ]
      : []
  })
  gauge('outbox_oldest_due_seconds', 'How long the oldest due mail is overdue', [], async () => {
    const state = await stored()
    return state ? [{ labels: {}, value: state.overdue / seconds(1) }] : []
  })
  gauge('outbox_oldest_unsent_seconds', 'Age of the oldest mail that was not delivered yet', ['to'], async () => {
    const state = await stored()
    return state ? Object.entries(state.unsent).map(([to, age]) => ({ labels: { to }, value: age / seconds(1) })) : []
  })

  const arrival = sampled(lastArrival, { every: seconds(10), timeoutMs: seconds(2) })
  gauge(
    'synthetic_inquiry_last_arrival_timestamp_seconds',
    'When the mail server last took a synthetic inquiry',
    [],
    async () => {
      const at = await arrival()
      return at === undefined ? [] : [{ labels: {}, value: at / seconds(1) }]
    },
  )
}
