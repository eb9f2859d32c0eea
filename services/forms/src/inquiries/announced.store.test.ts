import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { conversations } from '../inbound/conversations'
import { teamworkStore } from '../inbox/teamwork'
import { inquiryStore } from '../replies/inquiry'
import { submissionStore } from './submission'

const { mongo } = testDatabase(({ connection }) => submissionStore(connection, 'archery.example').prepare())

test('each event of an inquiry is announced once it is stored, and nothing that changed nothing', async () => {
  const announced = vi.fn()
  const { connection, db } = mongo
  const submissions = submissionStore(connection, 'archery.example', { onStored: announced })
  const inquiries = inquiryStore(connection, undefined, announced)
  const teamwork = teamworkStore(connection, undefined, announced)
  const known = conversations(db, 'archery.example', undefined, announced)

  const given = {
    ...{ form_id: 'contact_form', request_id: 'r', mails: [], spam_reason: null, idempotency_key: undefined },
    fields: { email: 'zoe@example.com', message: 'A lesson, please.' },
    keys: { own: crypto.randomUUID() },
  }
  const { submission } = await submissions.insert(given)
  const id = submission._id.toHexString()
  await submissions.insert(given)
  expect(announced).toHaveBeenCalledTimes(1)
  await teamwork.snooze(id, new Date(), 'one')
  expect(announced).toHaveBeenCalledTimes(2)
  await inquiries.setStatus(id, 'closed', 'two')
  expect(announced).toHaveBeenCalledTimes(3)
  await teamwork.snooze(id, new Date(), 'three')
  expect(announced).toHaveBeenCalledTimes(3)
  await known.receive([
    { inquiry: submission._id, newest: { id: new ObjectId(), at: new Date(), by: null, text: '' } as never },
  ])
  expect(announced).toHaveBeenCalledTimes(4)
})
