import type { MailingDraft } from '@app/contracts/mailings'
import type { DeliveryJob } from '@app/mail'
import { MongoServerError } from 'mongodb'
import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { appWith } from '../app.fixture'
import { mailingStore, type StoredMailing } from '../models/mailing'

const duplicate = new MongoServerError({ message: 'duplicate', code: 11_000 })

/** The real store over a collection with its unique index. */
function setup() {
  const stored: StoredMailing[] = []
  const jobs: DeliveryJob[] = []
  const collection = {
    insertOne: async (one: StoredMailing) => {
      if (stored.some(({ idempotency_key }) => idempotency_key === one.idempotency_key)) throw duplicate
      stored.push(one)
    },
    findOne: async ({ idempotency_key, _id }: Partial<StoredMailing>) =>
      stored.find((one) => one.idempotency_key === idempotency_key || (_id && one._id.equals(_id))) ?? null,
  }
  const app = appWith({
    mailings: mailingStore(() => collection as never, 'archery.example'),
    mail: { deliver: async (job) => Boolean(jobs.push(job)) },
  })
  const send = async (body: unknown, headers: Record<string, string> = { 'idempotency-key': 'draft-0001' }) => {
    const answer = await app.handle(
      new Request('http://localhost/api/forms/mailings', {
        method: 'POST',
        headers: { cookie: 'session=admin', 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    )
    return { status: answer.status, body: (await answer.json()) as { id: string; recipients: unknown[] } }
  }
  const read = (id: string, cookie = 'session=admin') =>
    app.handle(new Request(`http://localhost/api/forms/mailings/${id}`, { headers: { cookie } }))
  return { send, read, stored, jobs }
}

const draft: MailingDraft = {
  subject: 'No lessons today',
  text: 'Hi {first_name},\n\nthe range is closed because of the weather.',
  recipients: [
    { name: 'Ada Brook', email: 'ada@example.com' },
    { name: 'Ben Brook', email: 'ADA@example.com' },
    { name: 'Zoë Quinn', email: 'zoe@example.com' },
  ],
}

test('each address receives one email, in the same outbox as all mail', async () => {
  const { send, read, jobs } = setup()
  const answer = await send(draft)
  expect(answer).toMatchObject({
    status: 201,
    body: {
      by: 'admin@archery.example',
      recipients: [
        { name: 'Ada Brook', email: 'ada@example.com', state: 'pending' },
        { name: 'Zoë Quinn', email: 'zoe@example.com', state: 'pending' },
      ],
    },
  })
  expect(jobs).toMatchObject([{ source: 'mailing' }, { source: 'mailing' }])
  expect(new Set(jobs.map(({ messageId }) => messageId)).size).toBe(2)
  expect(await (await read(answer.body.id)).json()).toEqual(answer.body)
})

test('a repeated request sends nothing more; the same key with another text is refused', async () => {
  const { send, stored } = setup()
  const first = await send(draft)
  expect(await send(draft)).toEqual(first)
  expect((await send({ ...draft, text: 'Come after all.' })).status).toBe(409)
  expect(stored).toHaveLength(1)
})

test.each<[string, object, Record<string, string> | undefined, number]>([
  ['without a key', draft, {}, 400],
  ['without recipients', { ...draft, recipients: [] }, undefined, 422],
  [
    'to two mailboxes in one address',
    { ...draft, recipients: [{ name: '', email: 'a@b.example,c@d.example' }] },
    undefined,
    422,
  ],
  ['with a header in the subject', { ...draft, subject: 'x\r\nBcc: y@example.com' }, undefined, 422],
  [
    'to more people than allowed',
    { ...draft, recipients: Array.from({ length: 61 }, (_, i) => ({ name: '', email: `p${i}@example.com` })) },
    undefined,
    422,
  ],
])('a mailing %s is refused and not stored', async (_, body, headers, status) => {
  const { send, stored } = setup()
  expect((await send(body, headers)).status).toBe(status)
  expect(stored).toEqual([])
})

test.each([
  ['', 401],
  ['session=user', 403],
  ['session=staff', 404],
])('with the cookie %j a mailing is answered %d', async (cookie, status) => {
  const { send, read, stored } = setup()
  expect((await send(draft, { cookie, 'idempotency-key': 'draft-0001' })).status).toBe(status)
  expect((await read(new Types.ObjectId().toHexString(), cookie)).status).toBe(status)
  expect(stored).toEqual([])
})
