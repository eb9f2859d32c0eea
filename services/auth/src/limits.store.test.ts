import { randomUUID } from 'node:crypto'
import { minutes } from '@app/contracts/durations'
import { storeServer } from '@app/mongo/test-database.fixture'
import { callLimits, sharedCounters } from '@app/service/limits'
import { expect, test } from 'vitest'

test('the limits of a client address are shared exactly by three replicas', async () => {
  const { redisUrl } = storeServer()
  const prefix = randomUUID()
  const replicas = Array.from({ length: 3 }, () =>
    // A call that times out on a busy machine would count in its replica alone.
    sharedCounters({ redisUrl, prefix, owner: 'auth', onError: () => {}, timeoutMs: minutes(1) }),
  )
  const limits = replicas.map((counters) => callLimits(counters))
  // So does a replica that is not connected yet.
  for (const { ping } of replicas) await expect.poll(() => ping().then(() => true)).toBe(true)
  const from = (ip: string) => ({ request: new Request('http://localhost/', { headers: { 'x-real-ip': ip } }) })
  for (const [name, max] of [
    ['codeSend', 20],
    ['codeCheck', 40],
  ] as const) {
    const results = await Promise.allSettled(
      Array.from({ length: 300 }, (_, n) => limits[n % 3]!(name, from('203.0.113.9'))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(max)
  }
  await limits[0]!('codeSend', from('203.0.113.10'))
  for (const counters of replicas) counters.close()
})
