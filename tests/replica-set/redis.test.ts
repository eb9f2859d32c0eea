import { seconds } from '@app/contracts/durations'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gone, type People, startActors, violationsIn } from '../support/actors'
import { adminEmail, type Product, startProduct } from '../support/product'
import { until } from '../support/until'
import { type Container, startContainer } from './containers'

let redis: Container
let product: Product
let people: People
beforeAll(async () => {
  redis = await startContainer('redis', (port) => {
    const address = ['--bind', '127.0.0.1', '--port', String(port)]
    return ['redis-server', ...address, '--appendonly', 'yes', '--maxmemory-policy', 'noeviction']
  })
  const env = { ADMIN_EMAILS: `${adminEmail},${gone}`, REDIS_URL: `redis://${redis.address}` }
  product = await startProduct(env, { pages: false })
  people = await startActors(product, adminEmail)
})
afterAll(async () => {
  await product?.stop()
  await redis?.remove()
})

async function flush(): Promise<void> {
  const client = new Redis(`redis://${redis.address}`)
  await client.flushall()
  client.disconnect()
}

const sendsFor = () => Bun.sleep(seconds(5))

test('F13, F14: Redis is restarted, killed and emptied under load: every acknowledged inquiry is mailed once', async () => {
  const seen = await people.during(async () => {
    await sendsFor()
    await redis.restart()
    await sendsFor()
    await redis.kill()
    await sendsFor()
    await redis.start()
    await sendsFor()
    await flush()
    await sendsFor()
  })
  await people.servedAgain()
  expect(violationsIn(seen)).toEqual([])
  expect(await people.nothingLost()).toEqual([])
  const stored = product.db.collection('contact_submissions')
  await until(
    'every mail to be sent',
    async () => (await stored.countDocuments({ 'mails.state': { $ne: 'sent' } })) === 0,
  )
  const messageIds = (await stored.find().toArray()).flatMap(({ mails }) =>
    mails.map(({ message_id }: { message_id: string }) => message_id),
  )
  expect(messageIds.length).toBeGreaterThan(20)
  const taken = (await product.mails()).map(({ headers }) => headers['message-id'])
  expect(messageIds.map((id) => [id, taken.filter((one) => one === id).length])).toEqual(
    messageIds.map((id) => [id, 1]),
  )
})
