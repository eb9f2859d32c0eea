import { AppError } from '@app/contracts/errors'
import { everything, type Scope } from '@app/record-query'
import { type Document, ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { mailAddresses } from '../addresses/mail-addresses'
import { formsDatabase } from '../app.fixture'
import { selectedRecords, tableSchemas } from '../inquiries/selected-records'
import { type FindRecipients, findRecipients } from '../mailings/find-recipients'
import { mailingStore, type StoredMailing } from '../mailings/mailing'
import { firstReminders, reminderSettingsStore } from './lesson-reminder-settings'
import { lessonReminderStore } from './lesson-reminders'
import { lessonsAhead } from './lessons-ahead'
import { reminderActions } from './reminder-actions'
import { reminderTime } from './render-reminder'

const { collection, mongo } = formsDatabase()
const [first, second, ada, ben, kim, eva, max, zoe] = [...'abcdef01'].map((letter) => letter.repeat(24)) as [
  ...[string, string, string, string],
  ...[string, string, string, string],
]
const startsAt = new Date('2026-11-28T18:00:00.000Z')
const settings = { ...firstReminders, on: true }
const due = reminderTime(settings, startsAt).getTime()

const schemas = tableSchemas(() => collection('table_schemas'))
const suppressions = mailAddresses(mongo.db)
const storedMailings = () => collection<StoredMailing>('mailings')
const reminders = lessonReminderStore(storedMailings)

const store = (table: string, ...rows: ({ _id: string } & Document)[]) =>
  collection<Document>(table).insertMany(rows.map(({ _id, ...row }) => ({ _id: new ObjectId(_id), ...row })))
beforeEach(async () => {
  const on = reminderSettingsStore(mongo.db, () => new Date(due - 86_400_000))
  await on.change(settings, await on.read())
  const lesson = { place: 'Roseville', starts_at: startsAt }
  await store(
    'lessons',
    { _id: first, ...lesson, title: 'Lesson a', students: [zoe, ada, ben] },
    { _id: second, ...lesson, title: 'Lesson b', students: [zoe] },
  )
})

function setup({ now = due + 120_000, recipients }: { now?: number; recipients?: FindRecipients } = {}) {
  const found = findRecipients(selectedRecords(mongo.db, schemas), suppressions, () => now)
  return reminderActions({
    reminderSettings: reminderSettingsStore(mongo.db),
    lessons: lessonsAhead(mongo.db, schemas),
    recipients: recipients ?? found,
    reminders,
    school: async () => 'Valley Oak Archery',
    now: () => now,
  })
}
/** Zoë has no address; Ada has a parent besides her own, and Ben his own. */
const storePeople = async () => {
  await store(
    'students',
    { _id: zoe, name: 'Zoë', phone: '555', birth_date: '1990-05-01' },
    { _id: ada, name: 'Ada', guardians: [eva, max], birth_date: '2018-05-01' },
    { _id: ben, name: 'Ben', email: 'ben@example.com', birth_date: '1990-05-01' },
  )
  await store(
    'guardians',
    { _id: eva, name: 'Eve', email: 'eve@example.com' },
    { _id: max, name: 'Max', email: 'parent@example.com' },
  )
}
const namesOf = async (actions: ReturnType<typeof setup>) =>
  (await actions.calls(everything)).lessons.map(({ people }) => people.map(({ name }) => name))

test('a lesson with too many recipients says so, and the others are listed all the same', async () => {
  await storePeople()
  const real = findRecipients(selectedRecords(mongo.db, schemas), suppressions, () => due)
  const recipients: FindRecipients = async (audience, scope) => {
    if (audience.about.ids?.includes(first)) throw new AppError('invalid_input', 'Too many recipients.')
    return real(audience, scope)
  }
  const { lessons } = await setup({ recipients }).calls(everything)
  expect(lessons).toMatchObject([
    { id: first, people: [], problem: 'Too many recipients.' },
    { id: second, people: [{ id: zoe, called: false }] },
  ])
  expect(lessons[1]).not.toHaveProperty('problem')
  const fails: FindRecipients = async () => Promise.reject(new Error('unavailable'))
  await expect(setup({ recipients: fails }).calls(everything)).rejects.toThrow('unavailable')
})

test('people whose reminder is due and was not sent are listed, such as beyond the cap of the school', async () => {
  await storePeople()
  expect(await namesOf(setup())).toEqual([['Zoë', 'Ada', 'Ben'], ['Zoë']])
  const reminder = {
    ...{ lesson: first, startsAt, template: { subject: 'S', text: 'T' } },
    ...{ subject: 'S', text: 'T' },
  }
  // One of a household is enough.
  const sent = (await reminders.hold(reminder, [{ name: 'Max', email: 'parent@example.com' }]))!
  await mailingStore(storedMailings, 'archery.example').release(sent, 1)
  const { lessons } = await setup().calls(everything)
  expect(lessons[0]?.people.map(({ name, unsent }) => [name, unsent ?? false])).toEqual([
    ['Zoë', false],
    ['Ben', true],
  ])
  await reminders.hold(reminder, [{ name: 'Ben', email: 'ben@example.com' }])
  expect(await namesOf(setup())).toEqual([['Zoë'], ['Zoë']])
})

test('nobody is missing a reminder before it is due, or before every replica has looked', async () => {
  await storePeople()
  for (const now of [due - 60_000, due + 30_000]) expect(await namesOf(setup({ now }))).toEqual([['Zoë'], ['Zoë']])
})

test('who was called is noted for everyone, and can be taken back; a lesson that is not at this time is not found', async () => {
  await storePeople()
  const { calls, noteCall } = setup({ now: due - 60_000 })
  const called = async () => (await calls(everything)).lessons[0]?.people.map((person) => person.called)
  const call = { lesson: first, startsAt: startsAt.toISOString(), person: zoe }
  await Promise.all([noteCall({ ...call, called: true }), noteCall({ ...call, person: ben, called: true })])
  expect(await called()).toEqual([true])
  await noteCall({ ...call, called: false })
  expect(await called()).toEqual([false])
  const moved = { ...call, startsAt: new Date(startsAt.getTime() + 1).toISOString(), called: true }
  await expect(noteCall(moved)).rejects.toMatchObject({ code: 'not_found' })
  await collection('lessons').updateOne({ _id: new ObjectId(first) }, { $set: { cancelled: true } })
  await expect(noteCall({ ...call, called: true })).rejects.toMatchObject({ code: 'not_found' })
})

test('without the right to see guardians the same people are to be called, at their own numbers', async () => {
  await store(
    'students',
    { _id: ada, name: 'Ada Brook', phone: '916-555-0101', guardians: [eva], birth_date: '2018-05-01' },
    { _id: ben, name: 'Ben Ito', phone: '916-555-0102', birth_date: '1990-05-01' },
    { _id: kim, name: 'Kim Quinn', email: 'kim@example.com', guardians: [max], birth_date: '2017-05-01' },
  )
  await store(
    'guardians',
    { _id: eva, name: 'Eve Brook', phone: '916-555-0111' },
    { _id: max, name: 'Max Quinn', email: 'max@example.com', phone: '916-555-0112' },
  )
  await collection('lessons').deleteOne({ _id: new ObjectId(second) })
  await collection('lessons').updateOne({ _id: new ObjectId(first) }, { $set: { students: [ada, ben, kim] } })
  const since = new Date('2026-11-03T18:00:00.000Z')
  await suppressions.suppress('max@example.com', { reason: 'bounced', at: since, status: '5.1.1' })
  const suppressed = { email: 'max@example.com', reason: 'bounced', since: since.toISOString(), status: '5.1.1' }
  const peopleFor = async (scope: Scope) =>
    (await setup().calls(scope)).lessons[0]?.people.toSorted((one, other) => (one.id < other.id ? -1 : 1))

  const person = { table: 'students', called: false }
  const adult = { ...person, id: ben, name: 'Ben Ito', guardian: null, phone: '916-555-0102' }
  expect(await peopleFor(everything)).toEqual([
    { ...person, id: ada, name: 'Ada Brook', guardian: 'Eve Brook', phone: '916-555-0111' },
    adult,
    { ...person, id: kim, name: 'Kim Quinn', guardian: 'Max Quinn', phone: '916-555-0112', suppressed },
  ])
  const limited: Scope = {
    reach: (table) => (table === 'guardians' ? 'none' : 'all'),
    filterOf: async (table) => (table === 'guardians' ? { _id: { $in: [] } } : undefined),
  }
  expect(await peopleFor(limited)).toEqual([
    { ...person, id: ada, name: 'Ada Brook', guardian: 'Eve Brook', phone: '916-555-0101' },
    adult,
    { ...person, id: kim, name: 'Kim Quinn', guardian: 'Max Quinn', phone: null },
  ])
})
