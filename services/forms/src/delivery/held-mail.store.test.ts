import { gate } from '@app/concurrency/gate'
import { days, hours } from '@app/contracts/durations'
import { type InboxPage, inboxPage } from '@app/contracts/inbox'
import { inquiryTable } from '@app/contracts/inquiries'
import type { DeliveryJob, Mail } from '@app/mail'
import type { User } from '@app/session'
import { userWith } from '@app/session/user.fixture'
import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { formsDatabase } from '../app.fixture'
import type { Submission } from '../inquiries/submission-document'
import { deliverMail, slowRecipients } from './deliver-mail'
import { outboxStore } from './outbox'
import { authorRight } from './start-delivery'

const database = formsDatabase()
const { appWith, storeInquiry, inquiries, collection } = database
const id = '0123456789abcdef01234567'
const admin: User = userWith({ id: 'admin', role: 'admin' })
let people: Map<string, User & { disabled?: true }>
let sent: string[]
let ahead: number

beforeEach(async () => {
  people = new Map([['admin', admin]])
  sent = []
  ahead = 0
  await storeInquiry({ thread_key: 'k'.repeat(32) })
})

const outbox = outboxStore(
  () => collection<Submission>(inquiryTable),
  () => new Date(Date.now() + ahead),
)
const deliver = deliverMail({
  source: {
    outbox,
    render: async ({ mail }) => ({ messageId: mail.message_id, to: { name: '', address: mail.to } }) as unknown as Mail,
    refusal: authorRight({ actor: async (who) => people.get(who), idOf: async (email) => email.split('@')[0] }),
  },
  transport: { send: async (mail) => void sent.push(mail.to.address) },
  slow: slowRecipients(),
  sending: gate(1),
  log: { info() {}, warn() {} },
  count: () => {},
})
/** Sends what is due so far ahead of now, as the worker does. */
async function sweep(by: number) {
  ahead = by
  const due: DeliveryJob[] = await outbox.due(10)
  for (const job of due) await deliver(job)
}
let n = 0
async function call(path: string, body?: object, method = 'POST') {
  const response = await appWith().handle(
    new Request(`http://localhost/api/forms/${path}`, {
      method,
      headers: {
        ...{ cookie: 'session=admin', 'content-type': 'application/json' },
        'idempotency-key': `later-${String(n++).padStart(8, '0')}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, body: await response.json() }
}
const reply = (by: number) =>
  call(`submissions/${id}/reply`, { subject: 'Re', text: 'Hi', sendAt: new Date(Date.now() + by).toISOString() })
const held = async (): Promise<InboxPage> => {
  const { body } = await call('inbox?view=held', undefined, 'GET')
  return v.parse(inboxPage, body)
}

test('an answer that was to be sent later is held once its author may no longer answer, for staff to see', async () => {
  expect((await reply(hours(1))).status).toBe(200)
  people.clear()
  await sweep(hours(2))
  expect(sent).toEqual([])
  expect(await inquiries()).toMatchObject([
    {
      mail_state: 'failed',
      mails: [{ state: 'held', due_at: null, last_error: expect.stringMatching(/^Held: its author/) }],
    },
  ])
  expect(await held()).toMatchObject({ data: [{ id }], counts: { held: 1 } })
  // It waits, whatever is sent besides it, also when its author returns.
  people.set('admin', admin)
  await sweep(days(5))
  expect(sent).toEqual([])
})

test.each<[string, User & { disabled?: true }]>([
  ['is suspended', { ...admin, disabled: true }],
  ['may only view inquiries', userWith({ id: 'admin', role: 'staff', rights: { [inquiryTable]: 'view' } })],
])('an author who %s sends nothing later', async (_, author) => {
  await reply(hours(1))
  people.set('admin', author)
  await sweep(hours(2))
  expect(sent).toEqual([])
})

test('a colleague sends what is held in their own name, or takes it back', async () => {
  await reply(hours(1))
  people.clear()
  await sweep(hours(2))
  ahead = 0
  expect((await call(`submissions/${id}/resend`, {})).status).toBe(200)
  await sweep(hours(2))
  // Nobody may answer any more, so it is held again.
  expect(sent).toEqual([])
  people.set('admin', admin)
  await call(`submissions/${id}/resend`, {})
  await sweep(hours(2))
  expect(sent).toEqual(['zoe@example.com'])
  expect((await held()).counts.held).toBe(0)

  await reply(hours(1))
  people.clear()
  await sweep(hours(2))
  const [stored] = await inquiries()
  const back = await call(`submissions/${id}/unsend`, { reply: stored!.replies!.at(-1)!.message_id })
  expect(back).toMatchObject({ status: 200, body: { replies: [{}] } })
  expect((await held()).counts.held).toBe(0)
})

test('an author who still may answer sends it; what is sent at once asks nobody', async () => {
  await reply(hours(1))
  await sweep(hours(2))
  expect(sent).toEqual(['zoe@example.com'])
  people.clear()
  await call(`submissions/${id}/reply`, { subject: 'Re', text: 'Now' })
  await sweep(hours(2))
  expect(sent).toHaveLength(2)
})

test('an answer waits 30 days at most; one that an earlier release stored for longer stays, is listed, and asks its author', async () => {
  expect(await reply(days(31))).toMatchObject({
    status: 422,
    body: { error: 'Choose a time within the next 30 days.' },
  })
  expect((await reply(days(29))).status).toBe(200)
  expect((await held()).counts.held).toBe(0)
  const later = new Date(Date.now() + days(200))
  await collection(inquiryTable).updateOne(
    {},
    {
      $set: { 'mails.0.due_at': later, 'mails.0.since': later },
      $unset: { 'mails.0.author': 1, 'replies.0.by_id': 1 },
    },
  )
  expect((await held()).data).toHaveLength(1)
  people.clear()
  await sweep(days(201))
  expect(sent).toEqual([])
  expect(await inquiries()).toMatchObject([{ mails: [{ state: 'held' }] }])
})
