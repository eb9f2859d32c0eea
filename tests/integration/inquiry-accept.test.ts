import type { Insights } from '@app/contracts/insights'
import type { StoredVisits } from '@app/contracts/visits'
import { schoolDay } from '@app/school-time/school-day'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser'
import { everyCase, nightlyTest } from '../support/cases'
import { inquiry } from '../support/inquiry'
import { adminEmail, type Product } from '../support/product'
import { type Replica, startReplica } from '../support/replica'
import { shareSite } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
/** Two that count together, and by night one that few may write to. */
let replicas: Replica[] = []
/** Older than 400 days when the replicas start. */
const stale = { _id: '2020-01-01', hosts: [] }
const visits = () => product.db.collection<StoredVisits>('site_visits')
beforeAll(async () => {
  product = await shareSite()
  await visits().insertOne(stale)
  const start = (change = {}) => startReplica('forms', { ...product.stack.env, IP_LIMIT_FACTOR: '1', ...change })
  const crowded = { INQUIRIES_PER_HOUR: '2', QUEUE_PREFIX: 'crowded' }
  replicas = await Promise.all([start(), start(), ...(everyCase ? [start(crowded)] : [])])
})
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()))
  await product?.stop()
})

const stored = (id: unknown) => product.db.collection('contact_submissions').findOne({ _id: new ObjectId(String(id)) })
const from = (ip: string) => ({ 'x-real-ip': ip })

test('one address may post five times in ten minutes, at whatever replica; the sixth gets Retry-After', async () => {
  const send = (at: number, ip: string) =>
    createBrowser(replicas[at % 2]!.url).post('/api/forms/submit', inquiry(), from(ip))
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => send(at, '198.51.100.8')))
  expect(answers.filter(({ status }) => status === 200).length).toBe(5)
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.body).toMatchObject({ code: 'too_many_requests', error: expect.any(String) })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
  for (const at of [0, 1])
    expect([(await send(at, '198.51.100.8')).status, (await send(at, '198.51.100.9')).status]).toEqual([429, 200])
})

// By day inquiries/routes.store.test.ts sees it.
nightlyTest('beyond the hourly volume inquiries are accepted and held for review', async () => {
  const answers = []
  for (let i = 0; i < 3; i++)
    answers.push(await createBrowser(replicas[2]!.url).post('/api/forms/submit', inquiry(), from(`192.0.2.${i}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await stored(answers[1]!.body.id))?.spam).toBe(false)
  expect(await stored(answers[2]!.body.id)).toMatchObject({ spam: true, spam_reason: 'volume', mails: [] })
})

// By day visit-store.store.test.ts and visits/routes.store.test.ts see it.
nightlyTest('page views and their inquiries are one bounded document a day, which Insights shows', async () => {
  const headers = (ip: string, more = {}) => ({
    ...{ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
    ...{ ...from(ip), ...more },
  })
  const view = (at: number, host: string, more = {}) =>
    fetch(`${replicas[at % 2]!.url}/api/forms/visits`, {
      method: 'POST',
      body: JSON.stringify({ page: '/', host }),
      headers: {
        ...{ 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        ...headers(`2001:db8:${at.toString(16)}::1`, more),
      },
    })
  // More hosts than a day has room for, through two replicas at once; then one of them again and again.
  const statuses = await Promise.all(
    Array.from({ length: 150 }, async (_, at) => (await view(at, `h${at}.example`)).status),
  )
  expect(new Set(statuses)).toEqual(new Set([204]))
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => view(at, 'www.search.example.com', at < 5 ? { dnt: '1' } : {})),
  )
  const came_from = { page: '/', host: 'h3.example' }
  const answer = await createBrowser(replicas[0]!.url).post(
    '/api/forms/submit',
    inquiry({ came_from }),
    headers('198.51.100.77'),
  )
  expect(answer.status).toBe(200)
  expect(await stored(answer.body.id)).not.toHaveProperty('came_from')

  const admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  const today = schoolDay()
  const read = async () =>
    (await admin.get(`/api/insights?from=${today}&to=${today}`)).body['visits'] as NonNullable<Insights['visits']>
  await until('all of them', async () => {
    const [day] = (await read()).byDay
    return day?.views === 165 && day.inquiries === 1
  })
  const [day] = await visits().find({ _id: today }).toArray()
  expect(new Set(day!.hosts).size).toBe(100)
  expect(day!.hosts).toHaveLength(100)
  expect(Object.keys(day!.views!['home']!).length).toBeLessThanOrEqual(102)
  const { sources } = await read()
  expect(sources.reduce((sum, { views }) => sum + views, 0)).toBe(165)
  expect(sources.filter(({ inquiries }) => inquiries > 0)).toEqual([
    expect.objectContaining({ page: '/', inquiries: 1 }),
  ])
  await until('what is older than 400 days is removed', async () => (await visits().countDocuments(stale)) === 0)
})
