import type { IncomingHook } from '@app/contracts/incoming-hooks'
import type { Received } from '@app/contracts/received'
import type { TableSchema } from '@app/contracts/table-schema'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RightsContext } from '#lib/rights'
import { answers } from '#testing/answers'
import { show } from '#testing/screen'
import { IncomingPage } from './incoming-page'

const at = '2026-12-01T18:00:00.000Z'
const lessons: TableSchema = {
  name: 'lessons',
  title: 'Lessons',
  required: ['title', 'place'],
  properties: {
    title: { type: 'string', title: 'Title' },
    place: { type: 'string', title: 'Place' },
    cancelled: { type: 'boolean', title: 'Canceled' },
  },
}
const meaning = {
  externalId: 'uid',
  formerId: null,
  mapping: { title: 'title' },
  match: null,
  words: {},
  constants: {},
}
const hook: IncomingHook = {
  ...{ id: 'a'.repeat(24), name: 'Booking site', source: 'other', table: 'lessons', state: 'active', signed: true },
  ...{ owner: { id: 'b'.repeat(24), email: 'admin@archery.example' }, createdAt: at, lastDeliveryAt: at },
  ...{ waiting: 1, calendar: null },
  ...meaning,
}
const delivery: Received = {
  ...{ id: 'c'.repeat(24), at, state: 'waiting', jobs: [], isUndone: false },
  rows: [
    {
      externalId: '7',
      cells: { uid: '7', title: 'Private lesson' },
      state: 'waiting',
      reason: 'A record has this name already',
      record: null,
      candidates: [{ id: 'd'.repeat(24), label: 'Saturday group' }],
    },
  ],
}
const path = `/api/incoming-hooks/${hook.id}`
const columns = [
  { name: 'uid', samples: ['7'] },
  { name: 'title', samples: ['Private lesson'] },
  { name: 'status', samples: ['off'] },
]

function open(more: Record<string, [number, unknown]> = {}) {
  const sent = answers({
    '/api/incoming-hooks': [200, { data: [hook] }],
    [path]: [200, { ...hook, columns, proposed: null }],
    [`${path}/deliveries`]: [200, { data: [delivery], total: 1 }],
    ...more,
  })
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RightsContext value={{ role: 'admin', rights: {}, exports: [] }}>
        <IncomingPage tables={[lessons]} />
      </RightsContext>
    </QueryClientProvider>,
  )
  return sent
}

test('what was read in the most likely way is said with its delivery', async () => {
  const note = 'It does not say how its letters are stored'
  open({ [`${path}/deliveries`]: [200, { data: [{ ...delivery, notes: [note] }], total: 1 }] })
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Open Booking site' }))
  expect(await screen.findByText('Check this')).toBeTruthy()
  expect(screen.getByText(`${note}.`)).toBeTruthy()
})

test('a source is listed with what waits, and a booking that waits is decided', async () => {
  open({ [`${path}/deliveries/${delivery.id}/decisions`]: [200, { ...delivery, state: 'new' }] })
  const user = userEvent.setup()
  expect(await screen.findByText('1 waits for you')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Open Booking site' }))
  expect(await screen.findByText(/A record has this name already/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'It is Saturday group' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what values mean is said, tried, and named where a new record would lack something', async () => {
  const row = {
    delivery: delivery.id,
    externalId: '7',
    state: 'created',
    reason: null,
    values: { title: 'Private lesson' },
  }
  open({ [`${path}/preview`]: [200, { data: [row] }] })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Open Booking site' }))
  expect(await screen.findByText('A new record needs Place.')).toBeTruthy()
  await user.type(screen.getByLabelText('Place'), 'Roseville')
  await user.selectOptions(screen.getByLabelText('status'), 'cancelled')
  await user.type(screen.getByLabelText('off'), 'Yes')
  await user.click(screen.getByRole('button', { name: 'Test with received bookings' }))
  expect(
    await within(await screen.findByRole('region', { name: 'What would happen' })).findByText('Title: Private lesson'),
  ).toBeTruthy()
})

test('a new source says where bookings are to be sent', async () => {
  open()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Add a source' }))
  await user.type(screen.getByLabelText('Name'), 'Calendly')
  answers({ '/api/incoming-hooks': [201, { id: hook.id, url: 'https://archery.example/api/hooks/x' }] })
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByDisplayValue('https://archery.example/api/hooks/x')).toBeTruthy()
})

test('what a calendar holds that is not read is shown, and a person says which time zone is meant', async () => {
  const unread = { uid: 'u', title: 'Range night', start: '20261205T100000', zone: 'Range 2' }
  const calendar = {
    ...{ host: 'booking.example', fetchedAt: at, fault: null, zones: {} },
    read: {
      ...{ found: 4, shown: 2, outside: 1, repeated: 0, unreadCount: 1 },
      unread: [{ ...unread, reason: 'Its time zone “Range 2” is not known' }],
      notes: ['The time zone “EST” is read as America/New_York'],
    },
  }
  const source = { ...hook, source: 'calendar' as const, calendar }
  const sent = open({
    '/api/incoming-hooks': [200, { data: [source] }],
    [path]: [200, { ...source, columns, proposed: null }],
  })
  const user = userEvent.setup()
  expect(await screen.findByText('1 event not read')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Open Booking site' }))
  expect(await screen.findByText(/4 events in the calendar · 2 read · 1 at another time/)).toBeTruthy()
  expect(screen.getByText(/“EST” is read as America/)).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Which time zone is “Range 2”?'), 'America/Chicago')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => JSON.stringify(sent)).toContain('"zones":{"Range 2":"America/Chicago"}')
})
