import { AppError } from '@app/contracts/errors'
import { everything } from '@app/record-query'
import { expect, test } from 'vitest'
import type { FindRecipients, Recipients } from '../mailings/find-recipients'
import type { StoredMailing } from '../mailings/mailing'
import { firstReminders } from './lesson-reminder-settings'
import type { LessonAhead } from './lessons-ahead'
import { reminderActions } from './reminder-actions'
import { reminderTime } from './reminder-times'

const [first, second] = ['a', 'b'].map((letter) => letter.repeat(24)) as [string, string]
const lesson = (id: string): LessonAhead => ({
  ...{ id, title: `Lesson ${id[0]}`, place: 'Roseville', instructor: 'Robin', takesPlace: true },
  startsAt: new Date('2026-11-28T18:00:00.000Z'),
})
const person = (id: string, name: string) => ({ table: 'students' as const, id, name, guardian: null, phone: '555' })
const [ada, ben, zoe] = [person('1', 'Ada'), person('2', 'Ben'), person('3', 'Zoë')]
const settings = { ...firstReminders, on: true }
const due = reminderTime(settings, lesson(first).startsAt).getTime()

function setup(recipients: FindRecipients, { now = due + 120_000, stored = {} as Partial<StoredMailing> } = {}) {
  const lessons = [lesson(first), lesson(second)]
  return reminderActions({
    reminderSettings: {
      read: async () => ({ settings, version: new Date(0), since: new Date(0) }),
      change: async () => undefined,
    },
    lessons: { between: async () => lessons, find: async (id) => lessons.find((one) => one.id === id) },
    recipients,
    reminders: {
      find: async (id) => (id === first ? (stored as StoredMailing) : undefined),
      noteCall: async () => undefined,
    },
    school: async () => 'Valley Oak Archery',
    now: () => now,
  })
}

const found: Recipients = {
  recipients: [],
  withoutAddress: [zoe],
  households: [
    { person: ada, emails: ['ada@example.com', 'parent@example.com'] },
    { person: ben, emails: ['ben@example.com'] },
  ],
}

test('a lesson with too many recipients says so, and the others are listed all the same', async () => {
  const actions = setup(async ({ about }) => {
    if (about.ids?.includes(first)) throw new AppError('invalid_input', 'Too many recipients.')
    return { recipients: [], withoutAddress: [zoe] }
  })
  const { lessons } = await actions.calls(everything)
  expect(lessons).toMatchObject([
    { id: first, people: [], problem: 'Too many recipients.' },
    { id: second, people: [{ id: zoe.id, called: false }] },
  ])
  expect(lessons[1]).not.toHaveProperty('problem')
  await expect(setup(async () => Promise.reject(new Error('away'))).calls(everything)).rejects.toThrow('away')
})

test('people whose reminder is due and was not sent are listed, such as beyond the cap of the school', async () => {
  const mails = [{ to: 'parent@example.com' }] as StoredMailing['mails']
  const { lessons } = await setup(async () => found, { stored: { mails, held: [] } }).calls(everything)
  expect(lessons.map(({ people }) => people.map(({ name, unsent }) => [name, unsent ?? false]))).toEqual([
    [
      ['Zoë', false],
      ['Ben', true],
    ],
    [
      ['Zoë', false],
      ['Ada', true],
      ['Ben', true],
    ],
  ])
  const held = [{ name: 'Ben', to: 'ben@example.com', n: 0 }]
  const released = await setup(async () => found, { stored: { mails, held } }).calls(everything)
  expect(released.lessons[0]?.people.map(({ name }) => name)).toEqual(['Zoë'])
})

test('nobody is missing a reminder before it is due, or before every replica has looked', async () => {
  for (const now of [due - 60_000, due + 30_000]) {
    const { lessons } = await setup(async () => found, { now }).calls(everything)
    expect(lessons.map(({ people }) => people.map(({ name }) => name))).toEqual([['Zoë'], ['Zoë']])
  }
})
