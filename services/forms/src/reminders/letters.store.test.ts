import { inquiryTable } from '@app/contracts/inquiries'
import { SendRefused } from '@app/mail'
import { scopes } from '@app/record-query'
import type { User } from '@app/session'
import { userWith } from '@app/session/user.fixture'
import { type Document, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'
import type { StoredMailing } from '../mailings/mailing'
import { lessonsAhead } from './lessons-ahead'
import { letterContent } from './letter-content'
import { firstLetter, letterEnd, letterSettingsStore, letterTime, storeLetters } from './store-letters'

const { collection, mailings, mongo, storeInquiry } = formsDatabase()

const [owner, robin, kay, robinTeaches, kayTeaches, ada, ben, cleo] = [...'12345678'].map((digit) =>
  digit.repeat(24),
) as [string, string, string, string, string, string, string, string]
/** Friday at 4 PM at the school, and the lessons of the day after. */
const due = Date.parse('2026-11-28T00:00:00.000Z')
const [at10, at12] = ['2026-11-28T18:00:00.000Z', '2026-11-28T20:00:00.000Z'].map((at) => new Date(at!)) as [Date, Date]

const people: Record<string, User> = {
  [owner]: userWith({ id: owner, email: 'owner@archery.example', role: 'admin' }),
  [robin]: userWith({ id: robin, email: 'robin@archery.example', role: 'staff', rights: { lessons: 'own' } }),
  [kay]: userWith({ id: kay, email: 'kay@archery.example', role: 'staff', rights: { lessons: 'view' } }),
}

const insert = (name: string, documents: Record<string, unknown>[]) =>
  collection<Document>(name).insertMany(documents.map(({ id, ...one }) => ({ _id: new ObjectId(String(id)), ...one })))

/** Two lessons of Robin and Kay; `since`: when the letter was switched on. */
async function setup({ on = true, since = due - 86_400_000 } = {}) {
  const state = { now: due, people: { ...people } }
  const settings = letterSettingsStore(mongo.db, () => new Date(since))
  await settings.change({ ...firstLetter, on }, await settings.read())
  await insert(
    'users',
    Object.values(people).map(({ id, email, role }) => ({ id, email, role, name: `${email.split('@')[0]} Hale` })),
  )
  await insert('instructors', [
    { id: robinTeaches, name: 'Robin', person: robin },
    { id: kayTeaches, name: 'Kay', person: kay },
  ])
  await insert('students', [
    { id: ada, name: 'Ada Brook', birth_date: '2017-03-01', waiver_signed: true },
    { id: ben, name: 'Ben Ito', birth_date: '2016-03-01' },
    { id: cleo, name: 'Cleo Marsh', birth_date: '1990-03-01', waiver_signed: true },
  ])
  await insert('lessons', [
    {
      ...{ id: 'a'.repeat(24), title: 'First arrows', place: 'Roseville', starts_at: at10, seats: 8 },
      ...{ instructor: robinTeaches, students: [ada, ben], waiting: [cleo] },
    },
    {
      ...{ id: 'b'.repeat(24), title: 'League', place: 'Roseville', starts_at: at12, seats: 1 },
      ...{ instructor: kayTeaches, students: [cleo] },
    },
    { id: 'c'.repeat(24), title: 'Canceled', starts_at: at12, cancelled: true, instructor: robinTeaches },
  ])
  const given = { settings, db: mongo.db, now: () => state.now }
  /** One of several replicas. */
  const replica = () =>
    storeLetters({ ...given, stored: () => collection<StoredMailing>('mailings'), mailDomain: 'archery.example' })
  const content = letterContent({
    ...given,
    lessons: lessonsAhead(mongo.db, { find: async () => undefined }),
    actor: async (id) => state.people[id],
    scopeOf: scopes(mongo.db),
    publicOrigin: 'https://archery.example',
  })
  const to = async () => (await mailings()).flatMap(({ mails }) => mails.map((mail) => mail.to)).toSorted()
  const read = (id: string) => content({ user: id, until: letterEnd(new Date(due)) }, state.people[id]!.email)
  return { state, settings, replica, to, read }
}

test.each([
  ['2026-11-27T23:59:00.000Z', 5, '2026-11-21T00:00:00.000Z'],
  ['2026-11-28T00:00:00.000Z', 5, '2026-11-28T00:00:00.000Z'],
  ['2026-12-03T20:00:00.000Z', 5, '2026-11-28T00:00:00.000Z'],
  // Clocks went forward on March 8.
  ['2026-03-10T20:00:00.000Z', 0, '2026-03-08T23:00:00.000Z'],
])('at %s the last letter of weekday %i was due at %s', (now, weekday, last) => {
  expect(letterTime({ weekday, time: '16:00' }, Date.parse(now)).toISOString()).toBe(last)
})

test('each instructor and each admin gets one letter, whichever replica stores it and how often', async () => {
  const { state, replica, to } = await setup()
  state.now = due - 1
  await replica()()
  expect(await to()).toEqual([])
  state.now = due
  await Promise.all([replica()(), replica()()])
  const everyone = ['kay@archery.example', 'owner@archery.example', 'robin@archery.example']
  expect(await to()).toEqual(everyone)
  state.now = due + 3_600_000
  const run = replica()
  await run()
  await run()
  expect(await to()).toEqual(everyone)
})

test('after a kill in between, the next round stores what is missing and nothing twice', async () => {
  const { replica, to } = await setup()
  await replica()()
  await collection('mailings').deleteOne({ 'letter.user': robin })
  await replica()()
  expect(await to()).toEqual(['kay@archery.example', 'owner@archery.example', 'robin@archery.example'])
})

test.each([{ on: false }, { since: due + 1 }])(
  'off, or switched on after it was due, none is stored: %j',
  async (given) => {
    const { replica, to } = await setup(given)
    await replica()()
    expect(await to()).toEqual([])
  },
)

test('none is stored half a day late, or without lessons', async () => {
  const { state, replica, to } = await setup()
  state.now = due + 13 * 3_600_000
  await replica()()
  state.now = due
  await collection('lessons').deleteMany({})
  await replica()()
  expect(await to()).toEqual([])
})

test('an instructor reads who comes to their own lessons, children by first name, and of no inquiry', async () => {
  const { read } = await setup()
  await storeInquiry()
  const { subject, text } = await read(robin)
  expect(subject).toBe('Your 1 lesson from Saturday, November 28')
  expect(text).toBe(
    [
      'Hi {first_name},',
      'Saturday, November 28',
      '10:00 AM First arrows, Roseville, Robin\nAda and Ben. 6 free seats, 1 waiting.\nWaiver missing: Ben.',
      "The day's list and attendance: https://archery.example/admin/today",
    ].join('\n\n'),
  )
})

test('an admin reads all lessons and how many inquiries wait', async () => {
  const { read } = await setup()
  await storeInquiry()
  const { subject, text } = await read(owner)
  expect(subject).toBe('2 lessons from Saturday, November 28')
  expect(text).toContain('Cleo Marsh. 0 free seats.')
  expect(text).toContain('1 inquiry waits for an answer: https://archery.example/admin/inbox')
  await collection(inquiryTable).updateMany({}, { $set: { status: 'closed' } })
  expect((await read(owner)).text).not.toContain('inquir')
})

test('without a right to students their number is told, not their names or waivers', async () => {
  const { read } = await setup()
  const { text } = await read(kay)
  expect(text).toContain('12:00 PM League, Roseville, Kay\n1 student. 0 free seats.')
  expect(text).not.toContain('Cleo')
  expect(text).not.toContain('First arrows')
})

test('the right is asked again when the letter is sent, and so is the switch', async () => {
  const { state, settings, read } = await setup()
  state.people[robin] = { ...people[robin]!, rights: {} }
  await expect(read(robin)).rejects.toBeInstanceOf(SendRefused)
  state.people[kay] = { ...people[kay]!, disabled: true }
  await expect(read(kay)).rejects.toBeInstanceOf(SendRefused)
  const stored = await settings.read()
  await settings.change({ ...stored.settings, on: false }, stored)
  await expect(read(owner)).rejects.toThrow('The letter was switched off.')
})
