import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser'
import { inquiry } from '../support/inquiry'
import { type Product, startProduct } from '../support/product'
import { type Replica, startReplica } from '../support/replica'
import { until } from '../support/until'

let product: Product
let replicas: Replica[] = []
beforeAll(async () => {
  product = await startProduct({ IP_LIMIT_FACTOR: '1' }, { pages: false })
  const start = (change = {}) => startReplica('forms', { ...product.stack.env, ...change })
  replicas = await Promise.all([start(), start({ INQUIRIES_PER_HOUR: '2', QUEUE_PREFIX: 'crowded' })])
})
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()))
  await product?.stop()
})

const stored = (id: unknown) => product.db.collection('contact_submissions').findOne({ _id: new ObjectId(String(id)) })
const from = (ip: string) => ({ 'x-real-ip': ip })

test('fifty equal concurrent posts through three replicas store one and answer 49 duplicates', async () => {
  const third = await startReplica('forms', product.stack.env)
  const doors = [replicas[0]!.url, third.url, `http://127.0.0.1:${product.stack.ports.forms}`]
  const same = inquiry()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      createBrowser(doors[i % 3]!).post('/api/forms/submit', same, from(`203.0.113.${i}`)),
    ),
  )
  await third.stop()
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  const duplicates = answers.filter(({ status }) => status === 409)
  expect(duplicates.length).toBe(49)
  expect(duplicates[0]!.body.error).toMatch(/already submitted this message\. We received it on .* P[SD]T/)
  expect(await product.db.collection('contact_submissions').countDocuments({ message: same.message })).toBe(1)
  const mailed = async () => (await product.mails()).filter(({ text }) => text.includes(same.message))
  await until('its mail', async () => (await mailed()).length > 0)
  expect((await mailed()).length).toBe(1)
})

test('one address may post five times in ten minutes across all replicas; the sixth gets Retry-After', async () => {
  const doors = [product.site, product.site]
  const browsers = doors.map((site) => createBrowser(site))
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => browsers[i % 2]!.post('/api/forms/submit', inquiry())),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBe(5)
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.body).toMatchObject({ code: 'too_many_requests', error: expect.any(String) })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  const elsewhere = createBrowser(replicas[0]!.url)
  expect((await elsewhere.post('/api/forms/submit', inquiry(), from('127.0.0.1'))).status).toBe(429)
  expect((await elsewhere.post('/api/forms/submit', inquiry(), from('198.51.100.9'))).status).toBe(200)
})

test('spam gets the usual answer, is kept with its reason, and never mailed', async () => {
  const answer = await createBrowser(replicas[0]!.url).post(
    '/api/forms/submit',
    inquiry({ referral_code: 'x' }),
    from('198.51.100.1'),
  )
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(await stored(answer.body.id)).toMatchObject({
    spam: true,
    spam_reason: 'honeypot',
    mails: [],
    mail_state: 'none',
    due_by: null,
  })
})

test('beyond the hourly volume inquiries are accepted and held for review', async () => {
  const answers = []
  for (let i = 0; i < 3; i++)
    answers.push(await createBrowser(replicas[1]!.url).post('/api/forms/submit', inquiry(), from(`192.0.2.${i}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await stored(answers[1]!.body.id))?.spam).toBe(false)
  expect(await stored(answers[2]!.body.id)).toMatchObject({ spam: true, spam_reason: 'volume', mails: [] })
})
