import { seconds } from '@app/contracts/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gone, type People, type Seen, startActors, violationsIn } from '../support/actors'
import { inquiry } from '../support/inquiry'
import { adminEmail, type Product, startProduct } from '../support/product'
import { until } from '../support/until'
import { type ReplicaSet, startReplicaSet } from './replica-set'

/** Fewer where a compatible server of a single node stands in; what needs others is not tried there. */
const size = Number(process.env.REPLICA_SET_MEMBERS ?? 3)
let set: ReplicaSet
let product: Product
let people: People
beforeAll(async () => {
  set = await startReplicaSet(size)
  const env = { ADMIN_EMAILS: `${adminEmail},${gone}`, MONGODB_URI: set.uri }
  product = await startProduct(env, { pages: false })
  people = await startActors(product, adminEmail)
})
afterAll(async () => {
  await product?.stop()
  await set?.remove()
})

async function wellAfter(seen: readonly Seen[]) {
  await people.servedAgain()
  expect(violationsIn(seen)).toEqual([])
  expect(await people.nothingLost()).toEqual([])
  expect(seen.filter(({ what, status }) => what === 'inquiry' && status === 200).length).toBeGreaterThan(0)
}

test('F09: the primary steps down: calls fail in time, and what was acknowledged is there afterwards', async () => {
  const before = await set.primary()
  const seen = await people.during(async () => {
    await Bun.sleep(seconds(3))
    await set.stepDown()
    await Bun.sleep(seconds(20))
  })
  if (size > 1) expect((await set.primary()).address).not.toBe(before.address)
  await wellAfter(seen)
})

test('F09: the primary is killed: another takes over, and what was acknowledged is there afterwards', async () => {
  const seen = await people.during(async () => {
    await Bun.sleep(seconds(3))
    const killed = await set.primary()
    await killed.kill()
    if (size > 1) expect((await set.primary()).address).not.toBe(killed.address)
    await Bun.sleep(seconds(5))
    await killed.start()
    await Bun.sleep(seconds(5))
  })
  await wellAfter(seen)
})

test.runIf(size > 1)(
  'F10: what the primary has alone is rolled back, and none of it was acknowledged, not to a repetition either',
  async () => {
    const alone = await set.primary()
    const others = await set.secondaries()
    const marker = { rolledBack: crypto.randomUUID() }
    const body = inquiry()
    const post = () => people.admin.post('/api/forms/submit', body, { 'idempotency-key': marker.rolledBack })
    let from = 0
    let to = 0
    const seen = await people.during(async () => {
      await Bun.sleep(seconds(3))
      await Promise.all(others.map((member) => member.kill()))
      from = Date.now()
      await set.insertAlone(alone, marker)
      expect((await post()).status).toBe(503)
      // The primary has the inquiry by now, without the consent of the others.
      expect((await post()).status).toBe(503)
      to = Date.now()
      await alone.kill()
      await Promise.all(others.map((member) => member.start()))
      const next = await set.primary()
      expect(next.address).not.toBe(alone.address)
      await alone.start()
      // The former primary shows what it has alone until it has found out.
      for (const member of [next, alone])
        await until(`${member.address} without it`, async () => !(await set.hasAlone(member, marker)))
    })
    const acknowledged = seen.filter(({ what, status, askedAt, ms }) => {
      return ['inquiry', 'save'].includes(what) && status === 200 && askedAt > from && askedAt + ms < to
    })
    expect(acknowledged).toEqual([])
    await wellAfter(seen)
    const again = await until('the inquiry to be accepted', async () => {
      const answer = await post()
      return answer.status !== 503 && answer
    })
    expect(again.status).toBe(200)
    expect(await product.db.collection('contact_submissions').countDocuments({ message: body.message })).toBe(1)
  },
)
