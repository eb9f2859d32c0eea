import type { WebhookInfo } from '@app/contracts/webhooks'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { WebhooksPage } from './webhooks-page'

const at = '2026-05-01T10:00:00.000Z'
const webhook: WebhookInfo = {
  id: '6b0144c8eeb0df06111a9a1e',
  url: 'https://booking.example/hooks',
  types: ['record.created'],
  tables: ['lessons'],
  state: 'disabled',
  reason: 'Every delivery has failed for five days',
  owner: { id: 'a'.repeat(24), email: 'admin@archery.example' },
  failingSince: at,
  formerSecretUntil: null,
  createdAt: at,
}
const path = `/api/webhooks/${webhook.id}`
const delivery = {
  id: `${webhook.id}-1`,
  messageId: 'evt_1_60303ae2',
  payload: JSON.stringify({ type: 'record.created', timestamp: at, data: { record: 'r1' } }),
  state: 'failed',
  attempts: [{ at, status: 500, error: null, ms: 84, body: 'out of arrows' }],
  nextAttemptAt: null,
}

function open(more: Record<string, [number, unknown]> = {}) {
  const asked = answers({
    '/api/webhooks': [200, { data: [webhook] }],
    [`${path}/deliveries`]: [200, { data: [delivery], total: 1 }],
    ...more,
  })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RightsContext value={{ role: 'admin', rights: {}, exports: [] }}>
        <WebhooksPage tables={[{ name: 'lessons', title: 'Lessons' }]} />
      </RightsContext>
    </QueryClientProvider>,
  )
  return asked
}

test('a webhook is listed with what it receives, and why it is off', async () => {
  open()
  const item = within(await screen.findByRole('listitem'))
  for (const text of [webhook.url, 'Off', 'Record created of Lessons']) expect(item.getByText(text)).toBeTruthy()
  expect(item.getByText(/Every delivery has failed for five days · Failing since/)).toBeTruthy()
})

test('a delivery shows what was sent and answered, and a test what is answered now', async () => {
  open({ [`${path}/test`]: [200, { at, status: null, error: 'ECONNREFUSED', ms: 3, body: '' }] })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: `Open ${webhook.url}` }))
  expect(await screen.findByText('out of arrows')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send evt_1_60303ae2 again' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send test' }))
  expect(await screen.findByText('No answer: ECONNREFUSED')).toBeTruthy()
})

test('what was sent on several days is sent again, by the days of the school', async () => {
  const asked = open({ [`${path}/replay`]: [202, { count: 12 }] })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: `Open ${webhook.url}` }))
  await user.click(await screen.findByText('Send several days again'))
  for (const [label, day] of [
    ['From', '2026-05-01'],
    ['To', '2026-05-02'],
  ] as const) {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    await user.type(field, day)
  }
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(asked.some(({ path }) => path.includes('/replay'))).toBe(true))
  const sent = asked.find(({ path }) => path.includes('/replay'))
  expect(sent?.body).toEqual({ from: '2026-05-01T07:00:00.000Z', to: '2026-05-03T07:00:00.000Z' })
})
