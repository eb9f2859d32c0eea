import { AppError } from '@app/contracts/errors'
import { SendRefused } from '@app/mail'
import { schoolDay, timeOfDay } from '@app/school-time/school-day'
import { type Document, ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { mailBudget } from '../addresses/mail-budget'
import { formsDatabase } from '../app.fixture'
import { mailingStore, type StoredMailing } from '../mailings/mailing'
import { firstReminders, reminderSettingsStore } from './lesson-reminder-settings'
import { lessonReminderStore } from './lesson-reminders'
import { type LessonAhead, lessonsAhead } from './lessons-ahead'
import { remindParticipants } from './remind-participants'
import { reminderContent, reminderTime } from './render-reminder'

const id = 'a'.repeat(24)
const robin = 'd'.repeat(24)
const lesson: LessonAhead = {
  id,
  title: 'Saturday beginners',
  place: 'Roseville',
  instructor: 'Robin',
  takesPlace: true,
  startsAt: new Date('2026-11-28T18:00:00.000Z'),
}
const ada = { name: 'R. Brook', email: 'brook@example.com' }
const ben = { name: 'Ben Ito', email: 'ben@example.com' }
/** 5 PM on the day before, at the school. */
const due = Date.parse('2026-11-28T01:00:00.000Z')
const settings = {
  ...firstReminders,
  on: true,
  subject: '{lesson}',
  text: 'Hi {first_name}: {students}, {day}, {time}',
}

const { collection, mailings, mongo } = formsDatabase()
const caps = { mailingsPerPerson: 0, recipientsPerPerson: 0, recipientsPerAccount: 0, recipientsPerSite: 0 }

/** Stores these lessons in place of those before. */
async function storeLessons(...given: (Partial<LessonAhead> & { cancelled?: boolean })[]) {
  await collection('lessons').deleteMany({})
  for (const change of given) {
    const { id: _id, startsAt: starts_at, title, place, changedAt: updated_at } = { ...lesson, ...change }
    const stored = { _id: new ObjectId(_id), starts_at, title, place, instructor: robin, cancelled: change.cancelled }
    await collection<Document>('lessons').insertOne({ ...stored, ...(updated_at && { updated_at }) })
  }
}

async function setup({ noticesPerSite = 100, since = due - 86_400_000, on = true } = {}) {
  const state = { now: due, recipients: [ada, ben], crowded: '', lookups: 0 }
  const [audited, capped, failed]: [string[], string[], string[]] = [[], [], []]
  const stored = () => collection<StoredMailing>('mailings')
  const reminders = reminderSettingsStore(mongo.db, () => new Date(since))
  const switchTo = async (isOn: boolean) =>
    void (await reminders.change({ ...settings, on: isOn }, await reminders.read()))
  await switchTo(on)
  await collection<Document>('instructors').insertOne({ _id: new ObjectId(robin), name: 'Robin' })
  await storeLessons({})
  const lessons = lessonsAhead(mongo.db, { find: async () => undefined })
  const recipients = async ({ about }: { about: { ids?: readonly string[] | undefined } }) => {
    state.lookups += 1
    if (about.ids?.includes(state.crowded)) throw new AppError('invalid_input', 'Too many recipients.')
    return {
      recipients: state.recipients,
      withoutAddress: [],
      namesOf: new Map([[ada.email, ['Ada Brook', 'Kim Brook']]]),
    }
  }
  const budget = mailBudget(mongo.db, { ...caps, noticesPerSite })
  const run = remindParticipants({
    settings: reminders,
    lessons,
    recipients,
    reminders: lessonReminderStore(stored),
    mailings: mailingStore(stored, 'archery.example'),
    budget,
    mailingMail: { deliver: async () => true },
    audit: { append: async ({ ref }) => void audited.push(String(ref)) },
    school: async () => 'Valley Oak Archery',
    onCap: (one) => void capped.push(one),
    onError: (_, one) => void failed.push(one),
    now: () => state.now,
  })
  const content = reminderContent({ settings: reminders, lessons, recipients, now: () => state.now })
  const sent = async () => (await mailings()).map(({ mails }) => mails.map(({ to }) => to))
  return { run, state, sent, audited, capped, failed, content, switchTo, budget }
}

test('a reminder is due at a time of the school, also where its clocks change', () => {
  const at = (startsAt: string, daysBefore: number, time: string) =>
    reminderTime({ daysBefore, time }, new Date(startsAt)).toISOString()
  expect(at('2026-11-28T18:00:00.000Z', 1, '17:00')).toBe('2026-11-28T01:00:00.000Z')
  // Clocks go back at 2 AM on November 1.
  expect(at('2026-11-01T18:00:00.000Z', 0, '08:00')).toBe('2026-11-01T16:00:00.000Z')
  expect(at('2026-11-02T18:00:00.000Z', 1, '17:00')).toBe('2026-11-02T01:00:00.000Z')
  // And forward on March 8.
  expect(at('2026-03-08T18:00:00.000Z', 0, '08:00')).toBe('2026-03-08T15:00:00.000Z')
  expect(schoolDay(timeOfDay('2026-03-08', 0).getTime())).toBe('2026-03-08')
})

test('each address is reminded once, however often the round runs; whoever joins later is reminded then', async () => {
  const { run, state, sent, audited } = await setup()
  state.now = due - 1
  await run()
  expect(await sent()).toEqual([])
  state.now = due
  await run()
  await Promise.all([run(), run()])
  expect(await sent()).toEqual([[ada.email, ben.email]])
  state.recipients = [ada, ben, { name: 'Zoë', email: 'zoe@example.com' }]
  await storeLessons({ changedAt: new Date(due) })
  await run()
  expect(await sent()).toEqual([[ada.email, ben.email, 'zoe@example.com']])
  expect(new Set(audited).size).toBe(2)
})

test.each([{ on: false }, { since: due + 1 }])(
  'switched off, or on after a reminder was due, none is sent: %j',
  async (change) => {
    const { run, sent } = await setup(change)
    await run()
    expect(await sent()).toEqual([])
  },
)

test('canceled and begun lessons send none', async () => {
  const { run, state, sent } = await setup()
  await storeLessons({ cancelled: true })
  await run()
  await storeLessons({})
  state.now = lesson.startsAt.getTime()
  await run()
  expect(await sent()).toEqual([])
})

test('a lesson that is moved afterwards sends its new time, once', async () => {
  const { run, sent } = await setup()
  await run()
  await storeLessons({ startsAt: new Date('2026-11-28T20:00:00.000Z') })
  await run()
  await run()
  expect(await sent()).toEqual([
    [ada.email, ben.email],
    [ada.email, ben.email],
  ])
})

test('beyond the cap of the school reminders wait, and hold up no mailing', async () => {
  const { run, sent, capped, budget } = await setup({ noticesPerSite: 10 })
  await budget.take({ id: 'earlier', kind: 'reminder', recipients: 9 })
  await run()
  expect(await sent()).toEqual([[]])
  expect(capped).toEqual([id])
  expect((await mailings()).map(({ held }) => held)).toEqual([[]])
  await budget.giveBack('earlier')
  await run()
  expect(await sent()).toEqual([[ada.email, ben.email]])
})

test('the people of a reminded lesson are looked up again once a minute, and as soon as the lesson changes', async () => {
  const { run, state, sent } = await setup()
  await run()
  await run()
  const { lookups } = state
  await run()
  expect(state.lookups).toBe(lookups)
  state.now += 60_000
  await run()
  expect(state.lookups).toBe(lookups + 1)
  // A guardian's address was corrected, which leaves the lesson as it is.
  state.recipients = [ada, ben, { name: 'Zoë', email: 'zoe@example.com' }]
  await run()
  expect((await sent())[0]).toHaveLength(2)
  state.now += 60_000
  await run()
  expect((await sent())[0]).toHaveLength(3)
})

test('a lesson that cannot be reminded, such as one with too many recipients, holds up none after it', async () => {
  const { run, state, sent, failed } = await setup()
  state.crowded = 'c'.repeat(24)
  await storeLessons({ id: state.crowded, startsAt: new Date(lesson.startsAt.getTime() - 1) }, {})
  await run()
  expect(failed).toEqual([state.crowded])
  expect(await sent()).toEqual([[ada.email, ben.email]])
})

test('what a reminder says is read from the lesson when it is sent; one that is out of date is not sent', async () => {
  const { state, content, switchTo } = await setup()
  const stored = { lesson: id, starts_at: lesson.startsAt, subject: settings.subject, text: settings.text }
  const read = (to = ada.email) => content(stored, to, 'Valley Oak Archery')
  await storeLessons({ title: 'Beginners, indoors' })
  expect(await read()).toEqual({
    subject: 'Beginners, indoors',
    text: 'Hi R.: Ada Brook and Kim Brook, Saturday, November 28, 10:00 AM',
  })
  const refused: [string, () => unknown][] = [
    ['switched off', () => switchTo(false)],
    ['does not take place', () => Promise.all([switchTo(true), storeLessons({ cancelled: true })])],
    ['does not take place', () => storeLessons()],
    ['was moved', () => storeLessons({ startsAt: new Date(due + 1) })],
    [
      'has begun',
      () => {
        state.now = lesson.startsAt.getTime()
        return storeLessons({})
      },
    ],
    ['no participant', () => Object.assign(state, { now: due, recipients: [ben] })],
  ]
  for (const [reason, change] of refused) {
    await change()
    const failure = await read().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SendRefused)
    expect(String(failure)).toContain(reason)
  }
})
