import { type Erasure, erasureCollection } from '@app/contracts/erasures'
import { ObjectId } from 'mongodb'
import { expect, test } from 'vitest'
import { mailAddresses } from '../addresses/mail-addresses'
import { formsDatabase } from '../app.fixture'
import type { InboundMail } from '../inbound/inbound-mail'
import { mailingStore, type StoredMailing } from '../mailings/mailing'
import { replyFiles } from '../replies/reply-files'
import { eraseAddress, erasureRequests } from './erase-address'

const { appWith, collection, mongo } = formsDatabase()
const address = 'ada@example.com'
const erasures = () => collection<Erasure>(erasureCollection)
const places = ['mailings', 'mail_addresses', 'reply_files.files', 'inbound_mails'] as const

/** A mailing, a report, a file for a reply and an incoming mail, of each of these addresses. */
async function store(...emails: string[]) {
  const mailings = mailingStore(() => collection<StoredMailing>('mailings'), 'archery.example')
  const file = { name: 'a.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }
  const each = emails.flatMap((email) => {
    const _id = new ObjectId()
    return [
      mailings.insert({
        ...{ id: _id.toHexString(), subject: 'Hi', text: 'Hi', to: ['students'], about: 'students' },
        ...{ by: 'ivy@archery.example', byId: 'ivy', request: 'r', requestId: 'r', recipients: [{ name: '', email }] },
      }),
      mailAddresses(mongo.db).suppress(email, { reason: 'bounced', at: new Date() }),
      replyFiles(mongo.db).add(file, { inquiry: _id.toHexString(), email }),
      collection<Partial<InboundMail>>('inbound_mails').insertOne({
        ...{ _id, keys: [_id.toHexString()], raw: new ObjectId(), size: 10, received_at: new Date(), attempts: 1 },
        ...{ state: 'unmatched', due_at: null, sender: email, subject: 'Lesson', text: 'Hello' },
        from: { name: '', address: email },
      }),
    ]
  })
  await Promise.all(each)
}
/** In how many documents of each place a text is. */
const holding = async (text: string) =>
  Promise.all(
    places.map(async (place) => {
      const found = await collection(place).find().toArray()
      return found.filter((one) => JSON.stringify(one).includes(text)).length
    }),
  )
const erase = (who = 'admin') =>
  appWith().handle(
    new Request('http://localhost/api/forms/erasures', {
      method: 'POST',
      headers: { cookie: `session=${who}`, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ email: 'Ada@Example.com' }),
    }),
  )

test('an address leaves what forms keeps, then admin-tables erases it, then what arrived meanwhile goes; what was erased is counted', async () => {
  await store(address, 'grace@example.com')
  expect(await holding(address)).toEqual([1, 1, 1, 1])
  const answer = erase()
  // What admin-tables does.
  const refused = answer.then(async (response) => expect.fail(await response.clone().text()))
  const isRequested = expect.poll(() => erasures().countDocuments()).toBe(1)
  await Promise.race([isRequested, refused])
  const requested = await erasures().findOne()
  expect(requested).toMatchObject({ address, actor: { id: 'admin', email: 'admin@archery.example' }, records: [] })
  expect(await holding(address)).toEqual([0, 0, 0, 0])
  await store(address)
  const records = ['contact_submissions/1', 'students/2', 'students/3']
  await erasures().updateOne({ _id: requested!._id }, { $set: { records, done_at: new Date() } })

  const response = await answer
  expect([response.status, await response.json()]).toEqual([200, { success: true, deleted: 1, students: 2 }])
  expect(await holding(address)).toEqual([0, 0, 0, 0])
  expect(await holding('grace@example.com')).toEqual([1, 1, 1, 1])
  const [entry] = await collection('audit_log').find().toArray()
  expect(entry).toMatchObject({ action: 'erase', email: 'admin@archery.example', about: { step: 'begun' } })
  expect(JSON.stringify(entry)).not.toContain(address)
})

test('an erasure that is not complete in time is not claimed, and its request stays', async () => {
  const nowhere = { erase: async () => {} }
  const eraseHere = eraseAddress({
    erasures: erasureRequests(erasures, 250),
    mailings: mailingStore(() => collection<StoredMailing>('mailings'), 'archery.example'),
    mailAddresses: mailAddresses(mongo.db),
    inbound: nowhere as never,
    files: replyFiles(mongo.db),
  })
  const actor = { id: 'u1', email: 'admin@archery.example', requestId: 'r1' }
  await expect(eraseHere({ email: address }, actor)).rejects.toMatchObject({ status: 503 })
  expect(await erasures().find().toArray()).toMatchObject([{ address, actor }])
})

test.each([
  ['viewer', 403],
  ['long-ago', 403],
  ['', 401],
])('%j may not erase an address', async (who, status) => {
  expect((await erase(who)).status).toBe(status)
  expect(await erasures().countDocuments()).toBe(0)
})
