import { reminderLead } from '@app/contracts/inquiries'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { reminderStore } from './reminders'

const database = testDatabase()
const at = new Date('2027-03-01T09:00:00Z')
const reminders = reminderStore(database.mongo.connection, 'archery.example', () => at)
const inquiries = () => database.mongo.db().collection('contact_submissions')
beforeEach(database.clear)

const waiting = {
  ...{ form_id: 'contact_form', status: 'new', spam: false, reminded_at: null, mails: [], thread_key: 'key' },
  due_by: new Date(at.getTime() + reminderLead),
}
async function inquiry(change: object = {}) {
  const _id = new ObjectId()
  await inquiries().insertOne({ _id, ...waiting, ...change })
  return _id.toHexString()
}
const later = new Date(at.getTime() + reminderLead + 1)

test('an unanswered inquiry is due for its reminder when little of its time is left', async () => {
  const id = await inquiry()
  await inquiry({ due_by: later })
  expect(await reminders.due(10)).toEqual([{ id, formId: 'contact_form', threadKey: 'key' }])
})

test.each([
  ['closed', { status: 'closed' }],
  ['spam', { spam: true }],
  ['reminded of', { reminded_at: at }],
])('an inquiry that is %s is not due', async (_, change) => {
  await inquiry(change)
  expect(await reminders.due(10)).toEqual([])
})

test('two replicas at the same moment add one reminder', async () => {
  const id = await inquiry()
  await Promise.all([1, 2, 3].map(() => reminders.add(id, 'office@archery.example', 'key')))
  const stored = await inquiries().findOne({ _id: new ObjectId(id) })
  expect(stored).toMatchObject({ reminded_at: at, mail_state: 'pending' })
  expect(stored!['mails']).toMatchObject([{ kind: 'reminder', to: 'office@archery.example', due_at: at }])
  expect(await reminders.due(10)).toEqual([])
})

test('an inquiry that was answered meanwhile gets no reminder', async () => {
  const id = await inquiry({ status: 'closed' })
  await reminders.add(id, 'office@archery.example', 'key')
  expect(await inquiries().findOne({ _id: new ObjectId(id) })).toMatchObject({ mails: [], reminded_at: null })
})
