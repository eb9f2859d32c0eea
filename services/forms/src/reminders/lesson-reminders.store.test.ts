import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import type { StoredMailing } from '../mailings/mailing'
import { lessonReminderStore } from './lesson-reminders'

const database = testDatabase(({ db }) =>
  db().collection('mailings').createIndex({ idempotency_key: 1 }, { unique: true }),
)
const collection = () => database.mongo.db().collection<StoredMailing>('mailings')
const reminders = lessonReminderStore(collection)
beforeEach(database.clear)

const startsAt = new Date('2027-03-05T16:00:00Z')
const reminder = {
  ...{ lesson: 'lesson-1', startsAt, subject: 'Reminder: Beginners', text: 'Hi' },
  template: { subject: 'Reminder: {lesson}', text: 'Hi {first_name}' },
}
const [ada, grace] = [
  { name: 'Ada', email: 'ada@example.com' },
  { name: 'Grace', email: 'grace@example.com' },
]
const heldOf = (stored: StoredMailing | undefined) => stored?.held?.map(({ to, n }) => [n, to])

test('a reminder is held once for each person, and grows with those who come later', async () => {
  expect(heldOf(await reminders.hold(reminder, [ada]))).toEqual([[0, ada.email]])
  expect(heldOf(await reminders.hold(reminder, [ada, grace]))).toEqual([
    [0, ada.email],
    [1, grace.email],
  ])
  expect(await reminders.find('lesson-1', startsAt)).toMatchObject({ total: 2, next_n: 2 })
})

test('two replicas at the same moment make one reminder, with nobody twice', async () => {
  await Promise.all([1, 2, 3].map(() => reminders.hold(reminder, [ada, grace])))
  expect(await collection().countDocuments()).toBe(1)
  const stored = await reminders.find('lesson-1', startsAt)
  expect(
    heldOf(stored)
      ?.map(([, to]) => to)
      .toSorted(),
  ).toEqual([ada.email, grace.email])
  expect(stored).toMatchObject({ total: 2 })
})

test('a lesson that is moved has another reminder', async () => {
  await reminders.hold(reminder, [ada])
  const moved = new Date('2027-03-06T16:00:00Z')
  expect(await reminders.find('lesson-1', moved)).toBeUndefined()
  await reminders.hold({ ...reminder, startsAt: moved }, [ada])
  expect(await collection().countDocuments()).toBe(2)
})

test('what is given up counts no longer, unless somebody was added meanwhile', async () => {
  const first = (await reminders.hold(reminder, [ada]))!
  await reminders.hold(reminder, [ada, grace])
  await reminders.giveUp(first)
  expect(await reminders.find('lesson-1', startsAt)).toMatchObject({ total: 2 })
  await reminders.giveUp((await reminders.find('lesson-1', startsAt))!)
  expect(await reminders.find('lesson-1', startsAt)).toMatchObject({ total: 0, held: [] })
})

test('a call is noted once and taken back, also before anything was sent', async () => {
  await Promise.all([1, 2].map(() => reminders.noteCall(reminder, 'student-1', true)))
  expect(await reminders.find('lesson-1', startsAt)).toMatchObject({ reminder: { called: ['student-1'] } })
  await reminders.noteCall(reminder, 'student-1', false)
  expect(await reminders.find('lesson-1', startsAt)).toMatchObject({ reminder: { called: [] }, total: 0 })
})
