import { hours, minutes } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { outboxState } from './outbox-state'

const database = testDatabase()
const at = Date.parse('2027-03-01T09:00:00Z')
const before = (ms: number) => new Date(at - ms)
const inquiries = () => database.mongo.db().collection('contact_submissions')
const state = () => outboxState(database.mongo.connection, () => at).state()
beforeEach(database.clear)

test('without mails nothing waits', async () => {
  expect(await state()).toEqual({ pending: 0, failed: 0, overdue: 0, unsent: { school: 0, visitor: 0 } })
})

test('what waits is counted, with how long the oldest is overdue and has been tried', async () => {
  const mail = (kind: string, since: Date, due_at: Date | null, sent_at: Date | null = null) => ({
    ...{ kind, since, due_at, sent_at },
  })
  await inquiries().insertMany([
    {
      mail_state: 'pending',
      mails: [
        mail('notification', before(hours(2)), before(minutes(3))),
        mail('thank_you', before(hours(9)), null, before(hours(1))),
      ],
    },
    { mail_state: 'pending', mails: [mail('reply', before(hours(3)), before(-minutes(5)))] },
    { mail_state: 'sent', mails: [mail('notification', before(hours(50)), null, before(hours(49)))] },
  ])
  expect(await state()).toEqual({
    pending: 2,
    failed: 0,
    overdue: minutes(3),
    unsent: { school: hours(2), visitor: hours(3) },
  })
})

test('failed mails of closed inquiries are nobody’s work any more', async () => {
  await inquiries().insertMany([
    { mail_state: 'failed', status: 'new', mails: [] },
    { mail_state: 'failed', status: 'closed', mails: [] },
  ])
  expect(await state()).toMatchObject({ failed: 1 })
})
