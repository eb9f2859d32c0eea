import { AppError } from '@app/contracts/errors'
import { SendRefused } from '@app/mail'
import { schoolDay, timeOfDay } from '@app/school-time/school-day'
import { expect, test } from 'vitest'
import type { StoredMailing } from '../mailings/mailing'
import { mailingsInMemory } from '../mailings/mailings.fixture'
import { firstReminders } from './lesson-reminder-settings'
import type { LessonAhead } from './lessons-ahead'
import { remindParticipants } from './remind-participants'
import { reminderTime } from './reminder-times'
import { reminderContent } from './render-reminder'

const id = 'a'.repeat(24)
const lesson: LessonAhead = {
  ...{ id, title: 'Saturday beginners', place: 'Roseville', instructor: 'Robin', takesPlace: true },
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

function setup({ mailsPerSite = 100, since = due - 86_400_000, on = true } = {}) {
  const { store, stored } = mailingsInMemory()
  const state = { now: due, on, lessons: [lesson], recipients: [ada, ben], used: 0, crowded: '', lookups: 0 }
  const [audited, capped, failed]: [string[], string[], string[]] = [[], [], []]
  const read = async () => ({ settings: { ...settings, on: state.on }, version: new Date(0), since: new Date(since) })
  const between = async (after: Date, before: Date) =>
    state.lessons.filter((one) => one.takesPlace && one.startsAt > after && one.startsAt < before)
  const recipients = async ({ about }: { about: { ids?: readonly string[] | undefined } }) => {
    state.lookups += 1
    if (about.ids?.includes(state.crowded)) throw new AppError('invalid_input', 'Too many recipients.')
    return {
      recipients: state.recipients,
      withoutAddress: [],
      namesOf: new Map([[ada.email, ['Ada Brook', 'Kim Brook']]]),
    }
  }
  const of = (given: { lesson: string; startsAt: Date }) => `${given.lesson} ${given.startsAt.toISOString()}`
  const byLesson = new Map<string, StoredMailing>()
  const find = async (one: string, startsAt: Date) => byLesson.get(of({ lesson: one, startsAt }))
  const keep = (key: string, mailing: StoredMailing) => {
    byLesson.set(key, mailing)
    stored.set(key, mailing)
    return mailing
  }
  const run = remindParticipants({
    settings: { read },
    lessons: { between },
    recipients,
    reminders: {
      find,
      async hold(given, people) {
        const key = of(given)
        const before = byLesson.get(key) ?? { mails: [], held: [], next_n: 0 }
        const known = [...before.mails, ...(before.held ?? [])].map(({ to }) => to)
        const added = people.filter(({ email }) => !known.includes(email))
        const held = added.map(({ name, email: to }, at) => ({ name, to, n: (before.next_n ?? 0) + at }))
        return keep(key, {
          ...before,
          ...{ _id: { toHexString: () => key }, request_id: 'r', held: [...(before.held ?? []), ...held] },
          next_n: (before.next_n ?? 0) + added.length,
        } as unknown as StoredMailing)
      },
      giveUp: async ({ _id, ...rest }) => void keep(_id.toHexString(), { _id, ...rest, held: [] }),
    },
    mailings: {
      usage: async () => {
        const waiting = [...byLesson.values()].reduce((sum, one) => sum + one.mails.length + (one.held?.length ?? 0), 0)
        return { mailings: 0, mails: 0, siteMails: state.used + waiting }
      },
      async release(mailing, count) {
        const released = await store.release(mailing, count)
        return released && keep(mailing._id.toHexString(), released)
      },
    },
    mailingMail: { deliver: async () => true },
    audit: { append: async ({ ref }) => void audited.push(String(ref)) },
    school: async () => 'Valley Oak Archery',
    mailsPerSite,
    onCap: (one) => void capped.push(one),
    onError: (_, one) => void failed.push(one),
    now: () => state.now,
  })
  const content = reminderContent({
    settings: { read },
    lessons: { find: async (one) => state.lessons.find((each) => each.id === one) },
    recipients,
    now: () => state.now,
  })
  const sent = () => [...byLesson.values()].map(({ mails }) => mails.map(({ to }) => to))
  return { run, state, sent, audited, capped, failed, content, byLesson }
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
  const { run, state, sent, audited } = setup()
  state.now = due - 1
  await run()
  expect(sent()).toEqual([])
  state.now = due
  await run()
  await Promise.all([run(), run()])
  expect(sent()).toEqual([[ada.email, ben.email]])
  state.recipients = [ada, ben, { name: 'Zoë', email: 'zoe@example.com' }]
  state.lessons = [{ ...lesson, changedAt: new Date(due) }]
  await run()
  expect(sent()).toEqual([[ada.email, ben.email, 'zoe@example.com']])
  expect(new Set(audited).size).toBe(2)
})

test('switched off, canceled and begun lessons, and those that were due before it was switched on, send none', async () => {
  for (const change of [{ on: false }, { since: due + 1 }]) {
    const { run, sent } = setup(change)
    await run()
    expect(sent()).toEqual([])
  }
  const { run, state, sent } = setup()
  state.lessons = [{ ...lesson, takesPlace: false }]
  await run()
  state.lessons = [lesson]
  state.now = lesson.startsAt.getTime()
  await run()
  expect(sent()).toEqual([])
})

test('a lesson that is moved afterwards sends its new time, once', async () => {
  const { run, state, sent } = setup()
  await run()
  state.lessons = [{ ...lesson, startsAt: new Date('2026-11-28T20:00:00.000Z') }]
  await run()
  await run()
  expect(sent()).toEqual([
    [ada.email, ben.email],
    [ada.email, ben.email],
  ])
})

test('beyond the cap of the school reminders wait, and hold up no mailing', async () => {
  const { run, state, sent, capped, byLesson } = setup({ mailsPerSite: 10 })
  state.used = 9
  await run()
  expect(sent()).toEqual([[]])
  expect(capped).toEqual([id])
  expect([...byLesson.values()].map(({ held }) => held)).toEqual([[]])
  state.used = 8
  await run()
  expect(sent()).toEqual([[ada.email, ben.email]])
})

test('the people of a reminded lesson are looked up again once a minute, and as soon as the lesson changes', async () => {
  const { run, state, sent } = setup()
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
  expect(sent()[0]).toHaveLength(2)
  state.now += 60_000
  await run()
  expect(sent()[0]).toHaveLength(3)
})

test('a lesson that cannot be reminded, such as one with too many recipients, holds up none after it', async () => {
  const { run, state, sent, failed } = setup()
  state.crowded = 'c'.repeat(24)
  state.lessons = [{ ...lesson, id: state.crowded }, lesson]
  await run()
  expect(failed).toEqual([state.crowded])
  expect(sent()).toEqual([[ada.email, ben.email]])
})

test('what a reminder says is read from the lesson when it is sent; one that is out of date is not sent', async () => {
  const { state, content } = setup()
  const stored = { lesson: id, starts_at: lesson.startsAt, subject: settings.subject, text: settings.text }
  const read = (to = ada.email) => content(stored, to, 'Valley Oak Archery')
  state.lessons = [{ ...lesson, title: 'Beginners, indoors' }]
  expect(await read()).toEqual({
    subject: 'Beginners, indoors',
    text: 'Hi R.: Ada Brook and Kim Brook, Saturday, November 28, 10:00 AM',
  })
  const refused: [string, () => void][] = [
    ['switched off', () => Object.assign(state, { on: false })],
    ['does not take place', () => Object.assign(state, { on: true, lessons: [{ ...lesson, takesPlace: false }] })],
    ['does not take place', () => Object.assign(state, { lessons: [] })],
    ['was moved', () => Object.assign(state, { lessons: [{ ...lesson, startsAt: new Date(due + 1) }] })],
    ['has begun', () => Object.assign(state, { lessons: [lesson], now: lesson.startsAt.getTime() })],
    ['no participant', () => Object.assign(state, { now: due, recipients: [ben] })],
  ]
  for (const [reason, change] of refused) {
    change()
    const failure = await read().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SendRefused)
    expect(String(failure)).toContain(reason)
  }
})
