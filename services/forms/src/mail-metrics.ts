import { seconds } from '@app/contracts/durations'
import { type LaneState, longestSend } from '@app/mail'
import { counter, durations, gauge, sampled } from '@app/telemetry'
import type { OutboxState } from './models/outbox-state'

/** What became of each try to send a mail. */
export const mails = counter('mails_total', 'Mails by kind and by what became of a try to send them', {
  kind: ['notification', 'thank_you', 'reply', 'reminder', 'login_code', 'access_request', 'new_device'],
  // `retried`: it failed and is tried again; `failed`: it failed for good; `dropped`: its time was over before it was sent.
  outcome: ['sent', 'retried', 'failed', 'dropped'],
})

const sending = durations(
  'mail_send_duration_seconds',
  'How long the mail server took for a mail, or until the try failed',
  { lane: ['delivery', 'sign-in'] },
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, longestSend / seconds(1)],
)

/** Measures a try to send. */
export async function timed<Result>(lane: 'delivery' | 'sign-in', send: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  return send().finally(() => sending.observe({ lane }, performance.now() - startedAt))
}

/** Shows how much waits to be mailed. Read from the queue and from the database, at most once in ten seconds. */
export function watchMails({
  queue,
  outbox,
}: {
  queue: { state(): Promise<LaneState[]> }
  outbox: { state(): Promise<OutboxState> }
}): void {
  const lanes = sampled(queue.state, { every: seconds(10) })
  gauge('mail_queue_jobs', 'Jobs of a lane by state', ['lane', 'state'], async () =>
    ((await lanes()) ?? []).flatMap(({ lane, waiting, active, delayed }) =>
      Object.entries({ waiting, active, delayed }).map(([state, value]) => ({ labels: { lane, state }, value })),
    ),
  )
  gauge('mail_queue_oldest_waiting_seconds', 'How long the oldest waiting job of a lane waits', ['lane'], async () =>
    ((await lanes()) ?? []).map(({ lane, oldest }) => ({ labels: { lane }, value: oldest / seconds(1) })),
  )

  const stored = sampled(outbox.state, { every: seconds(10), patience: seconds(2) })
  gauge('outbox_inquiries', 'Inquiries with mails that wait, and with mails that failed', ['mails'], async () => {
    const state = await stored()
    return state
      ? [
          { labels: { mails: 'pending' }, value: state.pending },
          { labels: { mails: 'failed' }, value: state.failed },
        ]
      : []
  })
  gauge('outbox_oldest_due_seconds', 'How long the mail that is due longest is overdue', [], async () => {
    const state = await stored()
    return state ? [{ labels: {}, value: state.overdue / seconds(1) }] : []
  })
}
