import type { EventPage } from '@app/contracts/events'
import { MongoClient } from 'mongodb'
import { median, percentile } from '../support/percentile'
import { ms } from './beside'
import { signIn } from './sign-in'
import { startProduct } from './start-product'
import { load } from './wrk'

/**
 * What programs get: the cost of a list by a service account over that of a person, how soon an event is readable, how soon a
 * webhook beside DEAD ones that never answer has it, and the first page of EVENTS events against the last ones.
 * `MONGODB_URI` names a database of its own on the server to measure:
 *
 *   EVENTS=1000000 bun tests/load/developers.ts
 */

const admin = 'bench@archery.example'
const { EVENTS = '1000000', WRITES = '300', DEAD = '50', ROUNDS = '5', SECONDS = '4' } = process.env
const say = (line: string) => void process.stdout.write(`${line}\n`)
const shares = (times: number[]) =>
  `p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))} (${times.length})`

const stack = await startProduct({ ADMIN_EMAILS: admin, IP_LIMIT_FACTOR: '100000' })
const client = await new MongoClient(stack.mongoUri).connect()
const arrived = new Map<string, number>()
const live = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { data } = (await request.json()) as { data: { record?: string } }
    if (data.record && !arrived.has(data.record)) arrived.set(data.record, performance.now())
    return new Response('ok')
  },
})
const dead = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<never>(() => {}), idleTimeout: 60 })

try {
  const cookie = await signIn(stack.urls, admin)
  const service = `http://127.0.0.1:${stack.ports['admin-tables']}`
  async function post(path: string, body: unknown) {
    const response = await fetch(`${stack.urls.site}${path}`, {
      method: 'POST',
      headers: { cookie, origin: new URL(stack.urls.site).origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, string>
  }
  const given = { name: 'Bench', rights: { equipment: 'edit', lessons: 'view' }, exports: [], expiresAt: null }
  const { secret } = await post('/api/service-accounts', given)
  const bearer = { authorization: `Bearer ${secret}` }

  const ratios: number[] = []
  for (let round = 0; round < Number(ROUNDS); round++) {
    const cpu = []
    for (const headers of [{ cookie }, bearer])
      cpu.push(
        (
          await load(
            { url: `${service}/api/tables/lessons?limit=50`, pid: stack.pidOf('admin-tables')!, headers },
            { seconds: Number(SECONDS), connections: 8 },
          )
        ).cpuMs,
      )
    ratios.push(cpu[1]! / cpu[0]!)
    say(`list of 50: ${cpu[0]!.toFixed(2)} ms CPU by a person, ${cpu[1]!.toFixed(2)} ms by an account`)
  }
  say(`a list by an account: ${median(ratios).toFixed(2)}x of a person's CPU`)

  const page = async (query: string) => {
    const response = await fetch(`${service}/api/events?${query}`, { headers: bearer })
    if (!response.ok) throw new Error(`events answered ${response.status} ${await response.text()}`)
    return (await response.json()) as EventPage
  }
  async function end(): Promise<string> {
    for (let read = await page('limit=1000'); ; read = await page(`limit=1000&after=${read.next}`))
      if (!read.more) return read.next
  }
  /** One reader that waits, while records are written one after the other. */
  async function write(count: number) {
    const written = new Map<string, number>()
    const read: number[] = []
    let next = await end()
    const reading = (async () => {
      while (read.length < count) {
        const found = await page(`after=${next}&wait=10&table=equipment`)
        const now = performance.now()
        next = found.next
        for (const { record } of found.data) read.push(now - (written.get(record) ?? now))
      }
    })()
    for (let n = 0; n < count; n++) {
      const { id } = await post('/api/tables/equipment', {
        name: `Bow ${n}`,
        kind: 'longbow',
        quantity: 1,
        condition: 'good',
      })
      written.set(id!, performance.now())
      await Bun.sleep(50)
    }
    await reading
    return { read, written }
  }
  say(`an event is readable after its write: ${shares((await write(Number(WRITES))).read)}`)

  for (const url of [live.url, ...Array.from({ length: Number(DEAD) }, () => dead.url)])
    await post('/api/webhooks', { url: url.href, tables: ['equipment'] })
  const { written } = await write(Number(WRITES))
  for (let tries = 0; tries < 600 && [...written.keys()].some((id) => !arrived.has(id)); tries++) await Bun.sleep(100)
  const delays = [...written].map(([id, then]) => (arrived.get(id) ?? Number.POSITIVE_INFINITY) - then)
  say(`a webhook beside ${DEAD} that never answer has it: ${shares(delays)}`)

  const feed = client.db().collection<{ _id: number; source: string }>('feed_events')
  const from = (await feed.findOne({}, { sort: { _id: -1 } }))?._id ?? 0
  const total = Number(EVENTS)
  const common = {
    type: 'record.updated',
    version: new Date(),
    changed: ['name'],
    actor: null,
    job: null,
    at: new Date(),
  }
  for (let added = 0; added < total; added += 5_000)
    await feed.insertMany(
      Array.from({ length: Math.min(5_000, total - added) }, (_, n) => {
        const _id = from + 1 + added + n
        const table = _id % 1_000 === 0 ? 'equipment' : 'lessons'
        return {
          _id,
          source: `bench/${_id}`,
          ...common,
          table,
          record: _id.toString(16).padStart(24, '0'),
          seen_at: new Date(),
        }
      }),
    )
  const after = async (number: number) => {
    const found = await feed.findOne({ _id: number })
    const { cursorOf } = await import('../../services/admin-tables/src/events/feed-store')
    return cursorOf(found as never)
  }
  for (const [name, query] of [
    ['all tables', ''],
    ['one table of a thousandth', '&table=equipment'],
  ] as const)
    for (const [place, number] of [
      ['first', from + 1],
      ['last', from + total - 1_100],
    ] as const) {
      const cursor = await after(number)
      const times: number[] = []
      for (let n = 0; n < 30; n++) {
        const begun = performance.now()
        await page(`after=${cursor}&limit=1000${query}`)
        times.push(performance.now() - begun)
      }
      say(`${place} page of ${total} events, ${name}: ${shares(times)}`)
    }
} finally {
  await Promise.all([live.stop(true), dead.stop(true)])
  await client.close()
  await stack.stop()
}
