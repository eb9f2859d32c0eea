import { connectMongo } from '@app/mongo'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordWriter } from '../../services/admin-tables/src/records/record-writer'
import { outboxStore } from '../../services/forms/src/delivery/outbox'
import { outgoingMail } from '../../services/forms/src/inquiries/outgoing-mail'
import { submissionStore } from '../../services/forms/src/inquiries/submission'
import type { Submission } from '../../services/forms/src/inquiries/submission-document'
import { reminderStore } from '../../services/forms/src/reminders/reminders'
import { inquiryStore } from '../../services/forms/src/replies/inquiry'
import { type Browser, createBrowser } from '../support/browser'
import { adminEmail, type Product } from '../support/product'
import { shareSite } from '../support/shared-products'
import { signIn } from '../support/sign-in'

let product: Product
let admin: Browser
let mongo: ReturnType<typeof connectMongo>
beforeAll(async () => {
  product = await shareSite()
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  mongo = connectMongo(product.stack.mongoUri, { prepare: async () => {}, onError: () => {} })
  await mongo.ready
})
afterAll(async () => {
  await mongo?.close()
  await product?.stop()
})

const table = 'contact_submissions'
const mailDomain = 'archery.test'
/** The worker of the product leaves mails alone that are not due. */
const later = () => new Date(Date.now() + 3_600_000)
const collection = () => mongo.db().collection<Submission>(table)
const outbox = () => outboxStore<Submission>(collection)
const inquiries = () => inquiryStore(mongo.connection)

async function stored(change: Partial<Submission> = {}): Promise<Submission> {
  const { submission } = await submissionStore(mongo.connection, mailDomain, { now: later }).insert({
    form_id: 'contact_form',
    request_id: 'r1',
    spam_reason: null,
    keys: { own: new ObjectId().toHexString() },
    fields: { name: 'Ada', email: 'ada@example.com', interest: 'Lessons', message: 'Is there a class on Sunday?' },
    mails: [{ kind: 'notification', to: 'office@archery.test' }],
  })
  await collection().updateOne({ _id: submission._id }, { $set: change })
  return { ...submission, ...change }
}

const idOf = ({ _id }: Submission) => _id.toHexString()
const claimOf = async (one: Submission, lease = 'a lease') =>
  (await outbox().claim(idOf(one), one.mails[0]!.message_id, lease))!
const staffMail = (one: Submission) =>
  outgoingMail({ documentId: idOf(one), kind: 'reply', to: 'ada@example.com' }, { mailDomain, at: later() })

/** Every change of an inquiry's mails: what has happened before, and the change. */
const changes: Record<string, (one: Submission) => Promise<() => Promise<unknown>>> = {
  'a worker begins to send': async (one) => () => claimOf(one),
  'a mail was sent': async (one) => {
    const claim = await claimOf(one)
    return () => outbox().sent(claim)
  },
  'a mail failed': async (one) => {
    const claim = await claimOf(one)
    return () => outbox().failed(claim, { permanent: true, reason: 'refused' })
  },
  'a mail was postponed': async (one) => {
    const claim = await claimOf(one)
    return () => outbox().postpone(claim)
  },
  'staff send again': async (one) => {
    await collection().updateOne(
      { _id: one._id },
      { $set: { 'mails.0.state': 'failed', 'mails.0.since': new Date(0), mail_state: 'failed' } },
    )
    return () => inquiries().resend(idOf(one), 'admin')
  },
  'staff mark as spam': async (one) => () => inquiries().markAsSpam(idOf(one), 'spam'),
  'staff release from spam': async (one) => {
    await collection().updateOne({ _id: one._id }, { $set: { spam: true, mails: [] } })
    return () => inquiries().release(one, one.mails, 'not-spam')
  },
  'staff answer': async (one) => {
    const mail = staffMail(one)
    const reply = { message_id: mail.message_id, subject: 'Hello', text: 'Yes.', by: adminEmail, at: new Date() }
    return () => inquiries().answer(idOf(one), reply, [mail])
  },
  'a reminder is added': async (one) => {
    await collection().updateOne({ _id: one._id }, { $set: { due_by: new Date() } })
    return () =>
      reminderStore(mongo.connection, mailDomain, () => new Date()).add(idOf(one), 'office@archery.test', undefined)
  },
}

test.each(Object.keys(changes))('an inquiry is not removed as it was before: %s', async (name) => {
  const one = await stored()
  const change = await changes[name]!(one)
  const writer = recordWriter((name) => mongo.db().collection(name))
  const before = (await writer.whole(table, idOf(one)))!
  await change()
  // As if the change had come within the same millisecond.
  await collection().updateOne({ _id: one._id }, { $set: { updated_at: before['updated_at'] } })
  expect(await writer.remove(table, before)).toBe(false)
  expect(await writer.removeMany(table, [before])).toEqual(new Set([idOf(one)]))
  expect(await writer.remove(table, (await writer.whole(table, idOf(one)))!)).toBe(true)
})

test('an inquiry deleted while its mail is sent is restored without sending it again', async () => {
  const one = await stored()
  const claim = await claimOf(one)
  const path = `/api/tables/${table}/${idOf(one)}`
  expect((await admin.send('DELETE', path)).status).toBe(200)
  expect((await admin.post(`${path}/restore`, {})).status).toBe(200)
  const restored = await collection().findOne({ _id: one._id })
  expect(restored).toMatchObject({
    mail_state: 'failed',
    mails: [{ state: 'failed', due_at: null, lease: null, last_error: expect.stringContaining('may have arrived') }],
  })
  expect((await outbox().due(1_000)).some(({ documentId }) => documentId === idOf(one))).toBe(false)
  expect(await outbox().claim(idOf(one), one.mails[0]!.message_id, 'another')).toBeUndefined()
  // The worker's success is news in any case.
  await outbox().sent(claim)
  expect(await collection().findOne({ _id: one._id })).toMatchObject({ mail_state: 'sent', mails: [{ state: 'sent' }] })
})

test('a mail that was waiting when its inquiry was deleted is sent after a restore', async () => {
  const one = await stored()
  const path = `/api/tables/${table}/${idOf(one)}`
  expect((await admin.send('DELETE', path)).status).toBe(200)
  expect((await admin.post(`${path}/restore`, {})).status).toBe(200)
  expect(await collection().findOne({ _id: one._id })).toMatchObject({ mails: [{ state: 'pending' }] })
})
