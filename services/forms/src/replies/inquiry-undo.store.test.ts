import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { submissionStore } from '../inquiries/submission'
import type { Submission } from '../inquiries/submission-document'
import { inquiryStore } from './inquiry'

const database = testDatabase((mongo) => submissionStore(mongo.connection, 'archery.example').prepare())
beforeEach(() => database.clear())

async function setup() {
  const { submission } = await submissionStore(database.mongo.connection, 'archery.example').insert({
    form_id: 'contact_form',
    fields: { email: 'zoe@example.com', message: 'A lesson, please.' },
    request_id: 'request-1',
    keys: { own: crypto.randomUUID() },
    idempotency_key: undefined,
    mails: [{ kind: 'notification', to: 'school@archery.example' }],
    spam_reason: null,
  })
  const id = submission._id.toHexString()
  const inquiries = inquiryStore(database.mongo.connection)
  const find = async () => (await inquiries.find(id)) as Submission
  return { id, inquiries, find, undo: async () => inquiries.undo(await find()) }
}

test('each action can be undone, one after the other, and none twice', async () => {
  const { id, inquiries, find, undo } = await setup()
  for (const round of ['first', 'second', 'third']) {
    await inquiries.setStatus(id, 'closed', `close ${round}`)
    expect(await undo()).toMatchObject({ status: 'new', closed_at: null })
    expect((await find()).former).toEqual({ action: `close ${round}`, is_undone: true })
    expect(await undo()).toBeUndefined()
  }
})

test('an action keeps what the one before it has left, and nothing of what that one kept', async () => {
  const { id, inquiries, find, undo } = await setup()
  await inquiries.markAsSpam(id, 'spam')
  expect((await find()).former).toMatchObject({ action: 'spam', spam: false, dropped: [{ kind: 'notification' }] })
  await undo()
  expect(await find()).toMatchObject({ spam: false, mail_state: 'pending', mails: [{ kind: 'notification' }] })
  await inquiries.assign(id, 'ada', 'assign')
  const { former } = await find()
  expect(former).toMatchObject({ action: 'assign', assignee: null, dropped: [] })
  expect(former).not.toHaveProperty('is_undone')
  expect(await undo()).toMatchObject({ assignee: null, mails: [{ kind: 'notification' }] })
})
