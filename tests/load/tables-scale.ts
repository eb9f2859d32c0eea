import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Stack } from '@app/local-stack'
import { type Document, MongoClient } from 'mongodb'
import { percentile } from '../support/percentile'
import { costBeside, ms, type Service, timed, times } from './beside'
import { signIn } from './sign-in'
import { startProduct } from './start-product'

/**
 * Large tables: first and last pages of every sort, filters and searches, and an export against a bare loop with its
 * effect on memory and on other routes. Needs a server that uses indexes:
 *
 *   MONGODB_URI=mongodb://127.0.0.1:27017/bench bun tests/load/tables-scale.ts 1000000 filters,export
 */

/** Of this run: the database is kept, and an address gets five codes an hour. */
const admin = `bench-${Date.now()}@archery.example`
const other = `desk-${Date.now()}@archery.example`
const table = 'bench_rows'
const rows = Number(process.argv[2] ?? 100_000)
/** What to measure, all of it unless named. */
const parts = process.argv[3]?.split(',') ?? ['pages', 'filters', 'export']
const uri = process.env.MONGODB_URI
if (!uri) throw new Error('Set MONGODB_URI to a database of its own on the server to measure')

const say = (line: string) => void process.stdout.write(`${line}\n`)

const properties = {
  title: { type: 'string' },
  level: { type: 'string', enum: ['one', 'two', 'three'] },
  seats: { type: 'integer' },
  price: { type: 'number' },
  day: { type: 'string', format: 'date' },
  starts_at: { type: 'string', format: 'date-time' },
  open: { type: 'boolean' },
}

const rowAt = (n: number): Document => {
  const time = new Date(1_700_000_000_000 + n * 60_000)
  return {
    title: `Row ${(n * 7_919) % rows} of many, with a few words more`,
    level: ['one', 'two', 'three'][n % 3],
    seats: n % 50,
    price: ((n * 31) % 10_000) / 100,
    day: new Date(time.getTime() + (n % 900) * 86_400_000).toISOString().slice(0, 10),
    starts_at: time,
    open: n % 7 === 0,
    created_at: time,
    updated_at: time,
  }
}

async function fill(client: MongoClient): Promise<void> {
  const records = client.db().collection(table)
  const have = await records.countDocuments({})
  for (let from = have; from < rows; from += 5_000)
    await records.insertMany(Array.from({ length: Math.min(5_000, rows - from) }, (_, n) => rowAt(from + n)))
  await client
    .db()
    .collection<Document & { _id: string }>('table_schemas')
    .replaceOne({ _id: table }, { name: table, properties, position: 99 }, { upsert: true })
}

async function indexed(client: MongoClient): Promise<void> {
  const wanted = Object.keys(properties).length + 2
  const records = client.db().collection(table)
  while ((await records.indexes()).filter(({ name }) => name?.startsWith('by_')).length < wanted) await Bun.sleep(1_000)
}

async function pages(site: string, cookie: string): Promise<void> {
  const last = Math.ceil(rows / 200)
  say('sort, 200 a page                   first p50   first p99    last p50    last p99   ratio of p99')
  for (const field of ['created_at', ...Object.keys(properties)])
    for (const way of ['asc', 'desc']) {
      const url = (page: number) => `${site}/api/tables/${table}?limit=200&page=${page}&sort=${field}:${way}`
      await times(url(1), cookie, 3)
      const [first, end] = [await times(url(1), cookie, 40), await times(url(last), cookie, 40)]
      const cells = [percentile(first, 0.5), percentile(first, 0.99), percentile(end, 0.5), percentile(end, 0.99)].map(
        (value) => ms(value).padStart(12),
      )
      say(
        `${`${field}:${way}`.padEnd(32)}${cells.join('')}${(percentile(end, 0.99) / percentile(first, 0.99)).toFixed(2).padStart(10)}x`,
      )
    }
}

async function filters(site: string, cookie: string): Promise<void> {
  for (const query of [
    'seats=7',
    'level=one',
    'price__gte=99',
    'open=true',
    'title=Row 77',
    'q=row 4242',
    'q=row 424242',
    'q=words',
    'q=nothing at all',
    'q=nothing at all&sort=title:asc',
  ]) {
    const cells: string[] = []
    for (let time = 0; time < 3; time++) {
      const { took, status } = await timed(`${site}/api/tables/${table}?${query}`, cookie)
      cells.push(`${ms(took).padStart(10)} ${status}`)
    }
    say(`${query.padEnd(34)}${cells.join('')}   load ${loadavg()[0]!.toFixed(1)}`)
  }
}

/** Long enough for a hundred calls of another list beside it. */
const exportForMs = 6_000

/** Rows a second of exports, one after the other, and what they cost other requests. */
async function repeated(service: Service, once: () => Promise<{ bytes: number; seconds: number }>) {
  let [exports, seconds, bytes] = [0, 0, 0]
  const lines = await costBeside(service, async () => {
    for (const startedAt = performance.now(); performance.now() - startedAt < exportForMs; exports++) {
      const one = await once()
      seconds += one.seconds
      bytes = one.bytes
    }
  })
  return { perSecond: (rows * exports) / seconds, bytes, lines }
}

async function exporting(stack: Stack, cookies: readonly string[]): Promise<void> {
  const { site } = stack.urls
  const service = {
    pid: stack.pidOf('admin-tables')!,
    url: `${site}/api/tables/service_cards`,
    control: `${site}/api/users/me`,
    cookies,
  }
  const product = await repeated(service, async () => {
    const startedAt = performance.now()
    const answer = await fetch(`${site}/api/tables/${table}/export`, { headers: { cookie: cookies[0]! } })
    if (!answer.ok) throw new Error(`The export answered ${answer.status}`)
    let bytes = 0
    for await (const part of answer.body!) bytes += part.length
    return { bytes, seconds: (performance.now() - startedAt) / 1_000 }
  })
  const bare = await repeated(service, async () => {
    const loop = Bun.spawn([process.execPath, join(import.meta.dirname, 'bare-export.ts'), uri!, table])
    const { perSecond, bytes } = (await new Response(loop.stdout).json()) as { perSecond: number; bytes: number }
    return { bytes, seconds: rows / perSecond }
  })
  const ratio = (product.perSecond / bare.perSecond).toFixed(2)
  say(
    `export: ${product.perSecond.toFixed(0)} rows/s, bare loop ${bare.perSecond.toFixed(0)}, ${ratio}x; load ${loadavg()[0]!.toFixed(1)}`,
  )
  say(`bytes: ${product.bytes}, bare loop ${bare.bytes}`)
  for (const line of product.lines) say(line)
  // A process of its own: what it costs is what the database and the processor cost.
  for (const line of bare.lines.slice(1)) say(`beside the bare loop, ${line}`)
}

const client = await new MongoClient(uri).connect()
const stack = await startProduct({ ADMIN_EMAILS: `${admin},${other}`, MONGODB_URI: uri, IP_LIMIT_FACTOR: '1000' })
try {
  const cookie = await signIn(stack.urls, admin)
  let startedAt = performance.now()
  await fill(client)
  say(`${rows} rows written in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  startedAt = performance.now()
  await indexed(client)
  say(`indexes there after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)
  if (parts.includes('pages')) await pages(stack.urls.site, cookie)
  if (parts.includes('filters')) await filters(stack.urls.site, cookie)
  const cookies = [cookie, await signIn(stack.urls, other)]
  for (let round = 0; round < (parts.includes('export') ? 3 : 0); round++) await exporting(stack, cookies)
} finally {
  await stack.stop()
  await client.close()
}
process.exit(0)
