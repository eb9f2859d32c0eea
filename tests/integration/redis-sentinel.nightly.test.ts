import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser'
import { inquiry } from '../support/inquiry'
import { type Product, startProduct } from '../support/product'
import { startRedisSentinel } from '../support/redis-sentinel'
import { until } from '../support/until'

let redis: Awaited<ReturnType<typeof startRedisSentinel>>
let product: Product
beforeAll(async () => {
  redis = await startRedisSentinel()
  product = await startProduct({ REDIS_URL: redis.url, INQUIRIES_PER_HOUR: '100000' }, { pages: false })
})
afterAll(async () => {
  await product?.stop()
  await redis?.stop()
})

const isReady = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200

test('with a Sentinel and then the primary lost, every inquiry is accepted and mailed once, by the former replica', async () => {
  const { servers, sentinels, ask, kill, primary } = redis
  const [former, replica] = servers
  const accepted: string[] = []
  let isOver = false
  const sending = (async () => {
    while (!isOver) {
      const { status, body } = await createBrowser(product.site).post('/api/forms/submit', inquiry())
      expect(status).toBe(200)
      accepted.push(String(body.id))
      await Bun.sleep(200)
    }
  })()
  const some = async () => {
    const before = accepted.length
    await until('more inquiries', async () => accepted.length >= before + 5)
  }
  await some()
  expect(await primary()).toBe(former)
  await kill(sentinels[0]!)
  await some()
  await kill(former)
  await until('the replica to be the primary', async () => (await primary()) === replica)
  await until('the worker to use it', () => isReady(product.stack.ports['email-worker']!))
  await some()
  isOver = true
  await sending
  await until('every mail', async () => {
    const mails = await product.mails()
    const counts = accepted.map((id) => mails.filter(({ headers }) => headers['message-id']?.includes(id)).length)
    // A mail whose job was lost with the primary is found by the sweep.
    return counts.every((count) => count > 0) && counts
  })
  expect(String(await ask(replica, 'KEYS', '*'))).toContain('limit')
  const mails = await product.mails()
  for (const id of accepted) expect(mails.filter(({ headers }) => headers['message-id']?.includes(id))).toHaveLength(1)
})
