import { deliveryQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formStore } from '../../services/forms/src/inquiries/form'
import { submissionStore } from '../../services/forms/src/inquiries/submission'
import { syntheticModel } from '../../services/forms/src/inquiries/submission-document'
import { syntheticInquiry } from '../../services/forms/src/inquiries/synthetic-inquiry'
import { createBrowser } from '../support/browser'
import { adminEmail, type Product } from '../support/product'
import { scrape, sumOf } from '../support/scrape'
import { shareSite, synthetic } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
beforeAll(async () => {
  product = await shareSite()
})
afterAll(() => product?.stop())

/** Does at once what forms does every hour. */
async function sendNow(): Promise<void> {
  const { mongoUri, env } = product.stack
  const mongo = connectMongo(mongoUri, { prepare: async () => {}, onError: () => {} })
  await mongo.ready
  const mail = deliveryQueue({ redisUrl: env['REDIS_URL']!, prefix: env['QUEUE_PREFIX']!, onError: () => {} })
  const submissions = submissionStore(mongo.connection, 'localhost', { submissions: syntheticModel(mongo.connection) })
  const send = syntheticInquiry({ forms: formStore(mongo.connection), submissions, mail, log: { info() {} } })
  await Promise.all([send(), send()])
  await Promise.all([mail.close(), mongo.close()])
}

test('a synthetic inquiry reaches the mail server and its metric, and no list shows it', async () => {
  const admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  const counted = async () => sumOf((await scrape(product.stack, 'forms')).series, 'inquiries_total')
  const mailed = async () => (await scrape(product.stack, 'email-worker')).series
  const before = await counted()
  const notifications = { kind: 'notification' }
  const sentBefore = sumOf(await mailed(), 'mails_total', notifications)

  await sendNow()
  const arrived = await until('the synthetic inquiry to arrive', async () =>
    (await product.mails()).find(({ to }) => to.some(({ address }) => address === synthetic)),
  )
  expect(arrived.subject).toContain('Synthetic inquiry')
  const name = 'synthetic_inquiry_last_arrival_timestamp_seconds'
  await until('the metric', async () => sumOf(await mailed(), name) > Date.now() / 1_000 - 60)

  expect(await product.db.collection('synthetic_inquiries').countDocuments()).toBe(1)
  expect(await product.db.collection('contact_submissions').countDocuments()).toBe(0)
  expect((await admin.get('/api/tables/contact_submissions')).body['total']).toBe(0)
  expect((await admin.get('/api/tables/synthetic_inquiries')).status).toBe(404)
  for (const path of ['/api/today', '/api/insights', '/api/audit', '/api/trash'])
    expect(JSON.stringify((await admin.get(path)).body), path).not.toMatch(/synthetic/i)
  expect(await counted()).toBe(before)
  expect(sumOf(await mailed(), 'mails_total', notifications)).toBe(sentBefore)
  expect((await product.mails()).filter(({ subject }) => /inquiry/i.test(subject))).toEqual([arrived])
})
