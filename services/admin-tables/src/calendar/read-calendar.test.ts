import { shippedFacts } from '@app/contracts/website/school-facts'
import type { User } from '@app/session'
import { userWith } from '@app/session/user.fixture'
import ICAL from 'ical.js'
import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { lessons } from '../seed/school'
import type { CalendarEntry } from './calendar-entries'
import { calendarReader } from './read-calendar'

const secret = 'a'.repeat(43)
const ivy = userWith({ id: '1'.repeat(24), email: 'ivy@example.com', role: 'staff', rights: { lessons: 'view' } })
const entry = (id: string, start: string, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  id,
  title: 'First arrows; with "quotes", commas',
  start: new Date(start),
  end: new Date(Date.parse(start) + 3_600_000),
  allDay: false,
  place: 'Roseville',
  instructor: undefined,
  cancelled: false,
  changedAt: new Date('2026-03-01T00:00:00Z'),
  ...more,
})

const robin = 'e'.repeat(24)

function setup(entries: CalendarEntry[], user: User | undefined = ivy, mine = false, isSample = false) {
  const reads = { count: 0 }
  const clock = { now: 0 }
  const feeds = new Set([secret])
  const read = calendarReader({
    publicOrigin: 'https://archery.example',
    facts: async () => ({ facts: shippedFacts, prices: {}, ...(isSample && { isSample }) }),
    now: () => clock.now,
    users: { find: async () => user },
    tables: { find: async () => ({ ...lessons, calendar: { start: 'starts_at', minutes: 'minutes' } }) },
    feeds: {
      find: async (token) =>
        feeds.has(token)
          ? {
              _id: new ObjectId(),
              user_id: ivy.id,
              table: 'lessons',
              mine,
              token_hash: '',
              created_at: new Date(0),
              last_read_at: null,
            }
          : undefined,
    },
    entries: async (_schema, _from, _to, instructors) => {
      reads.count += 1
      return entries.filter(({ instructor }) => !instructors || instructors.includes(instructor ?? ''))
    },
    lessonDays: { instructorsOf: async (userId) => (userId === ivy.id ? [robin] : []) },
    references: { labels: async () => ({ [robin]: { label: 'Robin Hale' } }) },
  })
  return { read, reads, clock, revoke: () => feeds.delete(secret) }
}

const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((part) => new ICAL.Event(part))

test('another parser reads the same instants before and after clocks change', async () => {
  const { read } = setup([entry('a', '2026-03-07T18:00:00Z'), entry('b', '2026-03-14T17:00:00Z')])
  const events = eventsOf(await read(secret))
  expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual([
    '2026-03-07T18:00:00.000Z',
    '2026-03-14T17:00:00.000Z',
  ])
  expect(events[0]).toMatchObject({
    uid: 'a@archery.example',
    summary: 'First arrows; with "quotes", commas',
    location: 'at the farmers market, Roseville, CA',
  })
  expect(events[0]!.duration.toSeconds()).toBe(3_600)
})

test('an entry names instructor and place; an address of the user alone has only what they teach', async () => {
  const taught = [
    entry('a', '2026-03-07T18:00:00Z', { instructor: robin }),
    entry('b', '2026-03-08T18:00:00Z', { place: 'Elsewhere' }),
  ]
  const school = 'Valley Oak Archery, (916) 555-0142'
  const all = eventsOf(await setup(taught).read(secret))
  expect(all.map(({ description, location }) => [description, location])).toEqual([
    [`Instructor: Robin Hale\n${school}`, 'at the farmers market, Roseville, CA'],
    [school, 'Elsewhere'],
  ])
  const named = new ICAL.Component(ICAL.parse(await setup(taught).read(secret)))
  expect(named.getFirstPropertyValue('x-wr-calname')).toBe('Valley Oak Archery: Lessons')
  const mine = await setup(taught, ivy, true).read(secret)
  expect(eventsOf(mine).map(({ uid }) => uid)).toEqual(['a@archery.example'])
  expect(mine).toContain('Valley Oak Archery: My lessons')
})

test('a school that has published nothing yet has no facts of the sample school in its calendars', async () => {
  const text = await setup([entry('a', '2026-03-07T18:00:00Z')], ivy, false, true).read(secret)
  expect(text).not.toMatch(/Valley Oak|555-0142|farmers market/)
  expect(eventsOf(text)[0]).toMatchObject({ location: 'Roseville' })
  expect(new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue('x-wr-calname')).toBe('Lessons')
})

test('a cancelled lesson is marked as such', async () => {
  const { read } = setup([entry('a', '2026-03-07T18:00:00Z', { cancelled: true })])
  const [event] = eventsOf(await read(secret))
  expect(event!.summary).toMatch(/^Canceled: /)
  expect(event!.component.getFirstPropertyValue('status')).toBe('CANCELLED')
})

test('many fetches in a moment read the table once', async () => {
  const { read, reads, clock } = setup([])
  await Promise.all(Array.from({ length: 100 }, () => read(secret)))
  expect(reads.count).toBe(1)
  clock.now += 15_000
  await read(secret)
  expect(reads.count).toBe(2)
})

test('an address that has just been read stops working when it is revoked', async () => {
  const { read, revoke } = setup([])
  await read(secret)
  revoke()
  await expect(read(secret)).rejects.toMatchObject({ code: 'not_found' })
})

test('a wrong address and a user without the right are not found', async () => {
  await expect(setup([]).read('b'.repeat(43))).rejects.toMatchObject({ code: 'not_found' })
  for (const change of [{ rights: {} }, { disabled: true as const }, { role: 'user' as const }])
    await expect(setup([], { ...ivy, ...change }).read(secret)).rejects.toMatchObject({ code: 'not_found' })
})

test('an address of all lessons has only own ones as soon as its user may see no others, and what is taken away is gone at once', async () => {
  const taught = [entry('a', '2026-03-07T18:00:00Z', { instructor: robin }), entry('b', '2026-03-08T18:00:00Z')]
  const user = { ...ivy }
  const { read } = setup(taught, user)
  const uids = async () => eventsOf(await read(secret)).map(({ uid }) => uid)
  expect(await uids()).toEqual(['a@archery.example', 'b@archery.example'])
  user.rights = { lessons: 'own' }
  expect(await uids()).toEqual(['a@archery.example'])
  taught[0] = entry('a', '2026-03-07T18:00:00Z', { instructor: 'f'.repeat(24) })
  expect(await uids()).toEqual([])
})
