import { hours, minutes } from '@app/contracts/durations'
import type { DeliveryJob } from '@app/mail'
import { keptLonger } from '@app/mongo/test-database.fixture'
import { expect, test } from 'vitest'
import { contactForm, formsDatabase } from '../app.fixture'
import { formStore } from './form'
import { submissionStore } from './submission'
import { syntheticModel, syntheticTable } from './submission-document'
import { syntheticInquiries, syntheticInquiry } from './synthetic-inquiry'

const { collection, mongo, inquiries, storeForm } = formsDatabase()
const stored = () => collection(syntheticTable).find().toArray()
const synthetic = syntheticInquiries(mongo.connection)
const start = Date.parse('2026-03-01T09:10:00Z')
const submissions = syntheticModel(mongo.connection)
/** Sends the inquiry of this time, as a replica does. */
const send = (now: number, jobs: DeliveryJob[] = []) =>
  syntheticInquiry({
    forms: formStore(mongo.connection),
    submissions: submissionStore(mongo.connection, 'archery.example', { submissions, now: () => new Date(now) }),
    mail: { deliver: async (job) => jobs.push(job) > 0 },
    log: { info: () => {} },
    now: () => now,
  })()
/** As a worker notes that the mail server has taken it. */
const take = (requestId: string, at: Date) =>
  collection(syntheticTable).updateOne(
    { request_id: requestId },
    { $set: { mail_state: 'sent', 'mails.0.state': 'sent', 'mails.0.sent_at': at } },
  )

test('an inquiry of the product to itself has arrived once the mail server has taken it', async () => {
  await synthetic.prepare()
  const id = (await send(start))!
  expect(await synthetic.hasArrived(id)).toBe(false)
  await take(id, new Date(start))
  expect(await synthetic.hasArrived(id)).toBe(true)
  expect(await synthetic.hasArrived('synthetic-of-another-hour')).toBe(false)
  expect(await inquiries()).toEqual([])
})

test('the last arrival is that of the newest one that arrived', async () => {
  await synthetic.prepare()
  expect(await synthetic.lastArrival()).toBeUndefined()
  for (const [n, delay] of [minutes(50), minutes(1)].entries())
    await take((await send(start + hours(n)))!, new Date(start + hours(n) + delay))
  await send(start + hours(2))
  expect(await synthetic.lastArrival()).toBe(start + hours(1) + minutes(1))
})

test('however many replicas send it at the same moment, an hour has one, with one mail', async () => {
  await synthetic.prepare()
  const jobs: DeliveryJob[] = []
  const ids = await Promise.all([send(start, jobs), send(start, jobs), send(start + minutes(5), jobs)])
  expect(new Set(ids).size).toBe(1)
  expect(await stored()).toHaveLength(1)
  await expect.poll(() => jobs).toEqual([expect.objectContaining({ source: 'synthetic' })])
  await send(start + hours(1), jobs)
  expect(await stored()).toHaveLength(2)
  await expect.poll(() => jobs).toHaveLength(2)
})

test('its mail has no recipient at the school, whatever the settings', async () => {
  await synthetic.prepare()
  await storeForm({ send_notification_email: false, send_feedback_email: true })
  await send(start)
  expect(await stored()).toMatchObject([{ mails: [{ kind: 'notification', to: 'synthetic@inquiry.invalid' }] }])
  expect(JSON.stringify(await stored())).not.toContain(contactForm.notification_recipient)
})

test('they end after a day', async () => {
  await synthetic.prepare()
  await synthetic.prepare()
  const indexes = await collection(syntheticTable).listIndexes().toArray()
  expect(indexes.find(({ name }) => name === 'ends')).toMatchObject({
    key: { created_at: 1 },
    expireAfterSeconds: 86_400 + keptLonger,
  })
})
