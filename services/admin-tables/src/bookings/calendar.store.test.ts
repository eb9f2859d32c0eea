import { randomUUID } from 'node:crypto'
import { days, minutes } from '@app/contracts/durations'
import type { HookMeaning } from '@app/contracts/incoming-hooks'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { sealedTexts } from '../tables/sealed-texts'
import { type CalendarEvent, CalendarFault, calendarEvents } from './calendar-events'
import { calendarProcess } from './calendar-process'
import { calendarFetcher } from './fetch-calendars'
import { decodeCalendar } from './ical/decode-calendar'
import { incomingHookStore } from './incoming-hook-store'
import { receivedBookings } from './received-bookings'
import { receivedStore, type StoredReceived } from './received-store'

const database = testDatabase()
beforeEach(database.clear)

const now = Date.parse('2026-12-01T18:00:00Z')
const event = (uid: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')
const at = (day: number, ...more: string[]) => [
  `DTSTART:202612${String(day).padStart(2, '0')}T180000Z`,
  `DTEND:202612${String(day).padStart(2, '0')}T190000Z`,
  'SUMMARY:Private lesson',
  ...more,
]
const keysOf = (events: readonly CalendarEvent[]) => events.map(({ key }) => key)

test('an event is read with its time in any zone, and without a zone at the school', () => {
  const { events, unread } = calendarEvents(
    calendar(
      event('utc', ...at(12, 'LOCATION:Roseville', 'ATTENDEE;CN=Ada:mailto:ada@example.com')),
      event(
        'named',
        'DTSTART;TZID=America/New_York:20261212T130000',
        'DURATION:PT90M',
        'SUMMARY:Long\\, folded',
        '  title',
      ),
      event('floating', 'DTSTART:20261212T100000', 'DTEND:20261212T110000'),
      event('day', 'DTSTART;VALUE=DATE:20261212', 'DTEND;VALUE=DATE:20261213', 'STATUS:CANCELLED'),
      event('past', 'DTSTART:20251212T180000Z', 'DTEND:20251212T190000Z'),
      event('wrong', 'DTSTART:yesterday'),
    ),
    now,
  )
  expect(unread).toMatchObject([{ uid: 'wrong', reason: '“yesterday” is no time' }])
  expect(events.map(({ cells }) => [cells['UID'], cells['Start'], cells['Minutes'], cells['Status']])).toEqual([
    ['utc', '2026-12-12T18:00:00.000Z', '60', 'CONFIRMED'],
    ['named', '2026-12-12T18:00:00.000Z', '90', 'CONFIRMED'],
    ['floating', '2026-12-12T18:00:00.000Z', '60', 'CONFIRMED'],
    ['day', '2026-12-12T08:00:00.000Z', '1440', 'CANCELLED'],
  ])
  expect(events[0]!.cells).toMatchObject({ Title: 'Private lesson', Location: 'Roseville', Attendees: 'Ada' })
})

test('each date of an event that repeats is one, by UID and RECURRENCE-ID', () => {
  const { events } = calendarEvents(
    calendar(
      event('weekly', ...at(5), 'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE:20261212T180000Z'),
      event(
        'weekly',
        'RECURRENCE-ID:20261219T180000Z',
        'DTSTART:20261220T200000Z',
        'DTEND:20261220T210000Z',
        'SUMMARY:Moved',
      ),
    ),
    now,
  )
  expect(events.map(({ key, cells }) => [key, cells['Start']]).sort()).toEqual([
    ['weekly/2026-12-05T18:00:00.000Z', '2026-12-05T18:00:00.000Z'],
    ['weekly/2026-12-19T18:00:00.000Z', '2026-12-20T20:00:00.000Z'],
    ['weekly/2026-12-26T18:00:00.000Z', '2026-12-26T18:00:00.000Z'],
  ])
})

test('what is no calendar is refused, and one that takes too long ends without the service', async () => {
  expect(() => calendarEvents('<!doctype html>', now)).toThrow(CalendarFault)
  expect(() => calendarEvents(`BEGIN:VCALENDAR\n${'BEGIN:VEVENT\nEND:VEVENT\n'.repeat(5_001)}`, now)).toThrow(
    'more than 5,000',
  )
  const reader = Bun.resolveSync('../calendar-reader', import.meta.dirname)
  const process = calendarProcess(reader)
  const read = (text: string) => process(Buffer.from(text), undefined, {})
  const near = new Date(Date.now() + days(3)).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  expect(keysOf((await read(calendar(event('one', `DTSTART:${near}`)))).events)).toEqual(['one'])
  await expect(read('nothing')).rejects.toThrow('no calendar')
  const endless = calendarProcess(reader, { timeoutMs: 1, maxBytes: 1e9 })
  await expect(endless(Buffer.from(calendar()), undefined, {})).rejects.toThrow('too long')
})

const meaning: HookMeaning = {
  ...{ externalId: 'UID', formerId: null, mapping: { Title: 'title' } },
  ...{ match: null, words: {}, constants: {} },
}

/** A subscribed calendar whose text changes, fetched every time it is due. */
async function subscription() {
  let clock = now
  let text = calendar()
  let status = 200
  const collection = (name: string) => database.mongo.db().collection(name)
  const deliveries = () => database.mongo.db().collection<StoredReceived>('received_deliveries')
  const clocked = () => new Date(clock)
  const stores = {
    hooks: incomingHookStore(collection, sealedTexts(Buffer.alloc(32, 1)), clocked),
    received: receivedStore(collection, clocked),
    bookings: receivedBookings(collection, clocked),
  }
  const address = 'https://booking.example/feed.ics'
  const { id } = (await stores.hooks.create(
    { name: 'Feed', source: 'calendar', table: 'lessons', meaning, address, signingKey: undefined },
    'ada',
  ))!
  const fetchDue = calendarFetcher({
    ...stores,
    readCalendar: async (given, charset, zones) => calendarEvents(decodeCalendar(given, charset).text, clock, zones),
    fetchBytes: async () => ({ status, body: Buffer.from(text), charset: undefined, error: null }),
    begin: async (delivery) => {
      // As the job that imports it.
      const rows = delivery.rows.map((row) =>
        row.state === 'new'
          ? { ...row, state: row.cells['Status'] === 'REMOVED' ? ('updated' as const) : ('created' as const) }
          : row,
      )
      await deliveries().updateOne({ _id: delivery._id }, { $set: { rows } })
      await stores.received.settle(delivery._id.toHexString())
    },
    onError: (error) => {
      throw error
    },
    now: () => clock,
  })
  return {
    hook: async () => (await stores.hooks.find(id))!,
    /** Says what time zones mean. */
    async say(zones: Record<string, string>) {
      const change = { name: 'Feed', state: 'active' as const, meaning, address: undefined, signingKey: undefined }
      await stores.hooks.change(id, { ...change, zones }, 'ada')
    },
    /** The rows that a fetch of this text adds. */
    async fetch(body: string, answer = 200) {
      const before = await deliveries().countDocuments()
      ;[text, status] = [body, answer]
      clock += minutes(15)
      await fetchDue()
      const added = await deliveries().find().sort({ _id: 1 }).skip(before).toArray()
      return added.flatMap(({ rows }) => rows)
    },
  }
}

test('of a calendar that grows what is new or changed is delivered, and what is gone', async () => {
  const feed = await subscription()
  const [one, two] = [event('1', ...at(5)), event('2', ...at(6))]
  expect((await feed.fetch(calendar(one))).map(({ key }) => key)).toEqual(['1'])
  expect(await feed.fetch(calendar(one))).toEqual([])
  expect((await feed.fetch(calendar(one, two))).map(({ key }) => key)).toEqual(['2'])
  const moved = event('2', ...at(7))
  expect(await feed.fetch(calendar(one, moved))).toMatchObject([
    { key: '2', cells: { Start: '2026-12-07T18:00:00.000Z' } },
  ])
  expect(await feed.fetch(calendar(one))).toMatchObject([{ key: '2', cells: { UID: '2', Status: 'REMOVED' } }])
  expect(await feed.fetch(calendar(one))).toEqual([])
  expect(await feed.fetch(calendar(one, moved))).toMatchObject([{ key: '2', state: 'created' }])
})

test('where most events are gone at once a person decides, and an outage cancels nothing', async () => {
  const feed = await subscription()
  const many = Array.from({ length: 12 }, (_, day) => event(`${day}`, ...at(day + 5)))
  expect(await feed.fetch(calendar(...many))).toHaveLength(12)
  expect(await feed.fetch('', 503)).toEqual([])
  expect((await feed.hook()).calendar).toMatchObject({ fault: 'The server answered 503' })
  expect(await feed.fetch('<html>sign in</html>')).toEqual([])
  expect((await feed.hook()).calendar!.fault).toContain('no calendar')
  const gone = await feed.fetch(calendar(many[0]!))
  expect([gone.length, new Set(gone.map(({ state }) => state))]).toEqual([11, new Set(['waiting'])])
  expect((await feed.hook()).calendar).toMatchObject({ fault: null })
})

test('a thousand events are delivered in parts, each once', async () => {
  const feed = await subscription()
  const many = Array.from({ length: 1_000 }, (_, n) => event(randomUUID(), ...at((n % 20) + 5)))
  expect(new Set((await feed.fetch(calendar(...many))).map(({ key }) => key)).size).toBe(1_000)
  expect(await feed.fetch(calendar(...many))).toEqual([])
})

test('a calendar says what it holds, and an event that cannot be read any more is not taken as gone', async () => {
  const feed = await subscription()
  const [one, two] = [event('1', ...at(5)), event('2', ...at(6))]
  expect(await feed.fetch(calendar(one, two))).toHaveLength(2)
  const unknown = event('2', 'DTSTART;TZID=Range 2:20261206T100000', 'SUMMARY:Range night')
  expect(await feed.fetch(calendar(one, unknown))).toEqual([])
  const { calendar: about } = await feed.hook()
  expect(about).toMatchObject({
    fault: null,
    read: { found: 2, shown: 1, outside: 0, unreadCount: 1, unread: [{ title: 'Range night', zone: 'Range 2' }] },
  })
  await feed.say({ 'Range 2': 'America/Chicago' })
  expect(await feed.fetch(calendar(one, unknown))).toMatchObject([
    { key: '2', cells: { Start: '2026-12-06T16:00:00.000Z' } },
  ])
  expect((await feed.hook()).calendar!.read).toMatchObject({ shown: 2, unread: [] })
  const whole = calendar(one, unknown)
  expect(await feed.fetch(whole.slice(0, whole.indexOf('UID:2')))).toEqual([])
})
