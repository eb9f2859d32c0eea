import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { curlOf } from '@app/api-reference/curl'
import { mapLimited } from '@app/concurrency/map-limited'
import { callDocs } from '@app/contracts/calls'
import type { Event, EventPage } from '@app/contracts/events'
import type { ReceivedPage } from '@app/contracts/received'
import type { DeliveryPage } from '@app/contracts/webhooks'
import { schoolDay } from '@app/school-time/school-day'
import type { Document } from 'mongodb'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { casesOf, nightlyTest } from '../support/cases'
import { addDescribedTable } from '../support/described-table'
import { markedBlocks } from '../support/documented-commands'
import { inquiry } from '../support/inquiry'
import { adminEmail, type Product } from '../support/product'
import { type Replica, startReplica } from '../support/replica'
import { removePeople, shareRecords } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
let secret: string

const settings = (name: string, rights: object) => ({ name, rights, exports: [], expiresAt: null })
const programOf = async (name: string, rights: object): Promise<string> =>
  String((await admin.post('/api/service-accounts', settings(name, rights))).body['secret'])

beforeAll(async () => {
  product = await shareRecords()
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  for (const name of ['birds', 'nests'])
    await addDescribedTable(product.db, name, {
      required: ['name'],
      properties: { name: { type: 'string', title: 'Name' }, size: { type: 'integer', title: 'Size' } },
    })
  secret = await programOf('Watcher', { birds: 'edit', nests: 'edit', contact_submissions: 'view', students: 'view' })
})
afterAll(async () => {
  await removePeople(product)
  await product?.stop()
})

async function ask(method: string, url: string, { body, as = secret }: { body?: unknown; as?: string } = {}) {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const call = (method: string, path: string, body?: unknown) => ask(method, `${product.site}${path}`, { body })
const page = async (query: string): Promise<EventPage> => {
  const { status, body } = await call('GET', `/api/events?${query}`)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as EventPage
}
/** All events behind a cursor, as a program reads them that was away. */
async function behind(cursor: string, query = ''): Promise<Event[]> {
  const events: Event[] = []
  for (let after = cursor; ; ) {
    const { data, next, more } = await page(`after=${after}&limit=1000&${query}`)
    events.push(...data)
    if (!more) return events
    after = next
  }
}
async function end(): Promise<string> {
  for (let next = (await page('limit=1000')).next; ; ) {
    const read = await page(`after=${next}&limit=1000`)
    if (!read.more) return read.next
    next = read.next
  }
}
const typesOf = (events: readonly Event[], record: string) =>
  events.filter((one) => one.record === record).map(({ type }) => type)

test('records, batches, undo, inquiries and erasure are in the feed, in the order of each record', async () => {
  const start = await end()
  const { body: bird } = await call('POST', '/api/tables/birds', { name: 'Owl' })
  const id = String(bird['id'])
  const waited = performance.now()
  const first = await page(`after=${start}&wait=25`)
  expect(performance.now() - waited, 'it waits no longer than for the event').toBeLessThan(20_000)
  expect(first.data).toMatchObject([
    {
      type: 'record.created',
      table: 'birds',
      record: id,
      version: bird['updated_at'],
      actor: 'Watcher (service account)',
    },
  ])
  const batch = { action: 'update', ids: [id], changes: { size: 3 } }
  const { body: done } = await admin.post('/api/tables/birds/batches', batch)
  await admin.post(`/api/tables/birds/batches/${done['id']}/undo`, {})
  await call('DELETE', `/api/tables/birds/${id}`)
  await admin.post(`/api/tables/birds/${id}/restore`, {})
  const sent = await createBrowser(product.site).post('/api/forms/submit', inquiry({ email: 'ada@example.com' }))
  const received = String(sent.body['id'])
  expect((await admin.post(`/api/forms/submissions/${received}/status`, { status: 'closed' })).status).toBe(200)
  // What an erasure finds that has no place in the feed yet goes with the inquiry.
  await until('the events of the inquiry', async () => typesOf(await behind(first.next), received).length === 2)
  await admin.post('/api/forms/erasures', { email: 'ada@example.com' })
  const expected = ['record.updated', 'record.updated', 'record.deleted', 'record.restored']
  const events = await until('all events', async () => {
    const read = await behind(first.next)
    return typesOf(read, id).length === 4 && typesOf(read, received).includes('record.deleted') && read
  })
  expect(typesOf(events, id)).toEqual(expected)
  expect(typesOf(events, received)).toEqual(['inquiry.received', 'record.updated', 'record.deleted'])
  expect(events.find(({ job }) => job !== null)).toMatchObject({
    job: done['id'],
    changed: ['size'],
    actor: adminEmail,
  })
  expect(JSON.stringify(events)).not.toContain('ada@example.com')
  expect((await behind(start, 'types=record.deleted&table=birds')).map(({ record }) => record)).toEqual([id])
})

// By day accounts/routes.store.test.ts sees it.
nightlyTest('a secret is replaced without an interruption, and a revoked one ends', async () => {
  const made = (await admin.post('/api/service-accounts', settings('Rotated', {}))).body
  const path = `/api/service-accounts/${made['id']}`
  const status = async (one: unknown) =>
    (await ask('GET', `${product.site}/api/admin/status`, { as: String(one) })).status
  const { body: second } = await admin.post(`${path}/secrets`, {})
  expect([await status(made['secret']), await status(second['secret'])]).toEqual([200, 200])
  expect((await admin.post(`${path}/secrets`, {})).status).toBe(409)
  expect((await admin.send('DELETE', `${path}/secrets/1`)).body).toMatchObject({ secrets: [{ n: 2 }] })
  expect([await status(made['secret']), await status(second['secret'])]).toEqual([401, 200])
  expect((await admin.send('PUT', path, settings('watcher', {}))).status).toBe(409)
  expect((await admin.send('PUT', path, settings('Renamed', { birds: 'edit' }))).body).toMatchObject({
    name: 'Renamed',
  })
  const { body: bird } = await ask('POST', `${product.site}/api/tables/birds`, {
    body: { name: 'Kite' },
    as: String(second['secret']),
  })
  await admin.send('PUT', `/api/tables/birds/${bird['id']}`, { size: 9 })
  const history = `/api/tables/birds/${bird['id']}/history`
  expect((await admin.get(history)).body).toMatchObject({ total: 2 })
  expect((await admin.get(`${history}?who=${made['id']}`)).body).toMatchObject({
    total: 1,
    data: [{ action: 'create' }],
  })
  const ofAccount = await until('its entry', async () => {
    const { data } = (await admin.get(`/api/audit?who=${made['id']}`)).body as { data: { action: string }[] }
    return data.length > 0 && data
  })
  expect(ofAccount.map(({ action }) => action)).toEqual(['create'])
  expect((await admin.send('DELETE', path)).status).toBe(200)
  expect(await status(second['secret'])).toBe(401)
})

test('a program reads events of its tables only, and hears when its cursor is of no use', async () => {
  const other = await programOf('Nests only', { nests: 'view' })
  const { body } = await ask('GET', `${product.site}/api/events`, { as: other })
  expect((body as EventPage).data.filter(({ table }) => table !== 'nests')).toEqual([])
  expect((await ask('GET', `${product.site}/api/events?table=birds`, { as: other })).status).toBe(404)
  const { body: wren } = await call('POST', '/api/tables/birds', { name: 'Wren' })
  const [oldest] = await until('its event', async () => {
    const read = await behind('0.00000000')
    return read.some(({ record }) => record === wren['id']) && (read as [Event, ...Event[]])
  })
  for (const cursor of ['999999.00000000', `${oldest.id.split('.')[0]}.12345678`])
    expect(await call('GET', `/api/events?after=${cursor}`)).toMatchObject({ status: 410, body: { code: 'gone' } })
  const { oldest: start } = (await call('GET', '/api/events?after=999999.00000000')).body as { oldest: string }
  expect((await page(`after=${start}&limit=1`)).data).toEqual([oldest])
  expect((await call('GET', '/api/events?after=nonsense')).status).toBe(400)
})

test('a webhook receives what happens, signed, and shows what was answered; a dead one delays it not', async () => {
  const received: { headers: Headers; body: string }[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      received.push({ headers: request.headers, body: await request.text() })
      return new Response('ok')
    },
  })
  const dead = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<never>(() => {}), idleTimeout: 60 })
  try {
    const create = (url: URL) => admin.post('/api/webhooks', { url: url.href, tables: ['birds'] })
    const [{ body: hook }] = await Promise.all([
      create(server.url),
      ...Array.from({ length: 5 }, () => create(dead.url)),
    ])
    const path = `/api/webhooks/${hook['id']}`
    expect((await admin.post(`${path}/test`, {})).body).toMatchObject({ status: 200, body: 'ok' })
    expect(JSON.parse(received.splice(0)[0]!.body)).toMatchObject({ type: 'webhook.test' })
    expect(JSON.stringify(await product.db.collection('webhooks').find().toArray())).not.toContain('whsec_')
    const begun = performance.now()
    const { body: bird } = await call('POST', '/api/tables/birds', { name: 'Heron' })
    await until('the event', async () => received.length === 1)
    expect(performance.now() - begun, 'before the others are given up').toBeLessThan(10_000)
    const { headers, body } = received[0]!
    const payload = new Webhook(String(hook['secret'])).verify(body, Object.fromEntries(headers))
    expect(payload).toMatchObject({ type: 'record.created', data: { table: 'birds', record: bird['id'] } })
    const deliveries = await until('the delivery', async () => {
      const { data } = (await admin.get(`${path}/deliveries`)).body as unknown as DeliveryPage
      return data[0]?.state === 'delivered' && data
    })
    expect(deliveries).toMatchObject([{ payload: body, attempts: [{ status: 200, body: 'ok' }] }])
    expect((await admin.post(`${path}/replay`, { delivery: deliveries[0]!.id })).body).toEqual({ count: 1 })
    await until('the replay', async () => received.length === 2)
    expect(received[1]!.headers.get('webhook-id')).toBe(headers.get('webhook-id'))
  } finally {
    await Promise.all([server.stop(true), dead.stop(true)])
  }
})

// By day incoming.store.test.ts and received-store.store.test.ts see it.
nightlyTest('a booking that arrives is imported once, is in the feed, and goes with the person', async () => {
  const start = await end()
  const meaning = {
    externalId: 'id',
    mapping: { name: 'name', email: 'email' },
    match: 'email',
    constants: { birth_date: '2000-01-01' },
  }
  const given = { name: 'Bookings', source: 'other', table: 'students', ...meaning }
  const { body: hook } = await admin.post('/api/incoming-hooks', given)
  const path = `/api/incoming-hooks/${hook['id']}`
  const send = async (id: string, name: string, email: string) => {
    const answer = await ask('POST', String(hook['url']), { body: { id, name, email } })
    expect(answer.status).toBe(202)
    return until('the import', async () => {
      const { data } = (await admin.get(`${path}/deliveries`)).body as unknown as ReceivedPage
      const found = data.find((one) => one.id === answer.body['delivery'])!
      return found.state !== 'new' && found
    })
  }
  // The same booking at the same moment leads to one record.
  const twice = await Promise.all([1, 2, 3].map(() => send('b1', 'Grace', 'grace@example.com')))
  const [record] = new Set(twice.map(({ rows }) => rows[0]!.record))
  expect(twice.filter(({ rows }) => rows[0]!.state === 'created')).toHaveLength(1)
  expect(await product.db.collection('students').countDocuments({ email: 'grace@example.com' })).toBe(1)
  const { jobs } = await send('b1', 'Grace Hopper', 'grace@example.com')
  await until('the events', async () => typesOf(await behind(start), record!).length === 2)
  expect((await admin.post(`/api/jobs/${jobs[0]}/undo`, {})).status).toBe(202)
  await until('the undo', async () => typesOf(await behind(start), record!).length === 3)
  expect((await admin.get(`/api/tables/students/${record}`)).body).toMatchObject({ name: 'Grace' })
  expect(await send('b2', 'Somebody else', 'grace@example.com')).toMatchObject({ state: 'waiting' })
  await admin.post('/api/forms/erasures', { email: 'grace@example.com' })
  expect((await admin.get(`${path}/deliveries`)).body).toMatchObject({ total: 0 })
  expect(await product.db.collection('received_bookings').countDocuments({ record })).toBe(0)
})

test('docs/api.md leads from an account to a program that prints the lessons of tomorrow', async () => {
  const guide = readFileSync(resolve(import.meta.dirname, '../../docs/api.md'), 'utf8')
  const [, program = ''] = /Save this as `tomorrow\.ts`:\n\n```ts\n([\s\S]*?)```/.exec(guide) ?? []
  const commands = markedBlocks('typed', ['docs/api.md'])
  const lesson = { title: 'Early birds', kind: 'group', place: 'roseville', minutes: 60, seats: 4 }
  const at = (days: number) => `${schoolDay(Date.now() + days * 24 * 60 * 60 * 1000)}T20:00:00.000Z`
  for (const starts_at of [at(1), at(3)]) await admin.post('/api/tables/lessons', { ...lesson, starts_at })
  const source = { name: 'Own program', source: 'other', table: 'lessons' }
  const { body: hook } = await admin.post('/api/incoming-hooks', source)
  const folder = mkdtempSync(join(tmpdir(), 'first-script-'))
  writeFileSync(join(folder, 'tomorrow.ts'), program)
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    ARCHERY: product.site,
    ARCHERY_SECRET: await programOf('First script', { lessons: 'view' }),
    HOOK: String(hook['url']),
  }
  const printed = []
  for (const { code } of commands) {
    const child = Bun.spawn(['bash', '-euc', code], { cwd: folder, env, stdout: 'pipe', stderr: 'inherit' })
    printed.push(await new Response(child.stdout).text())
    expect([code, await child.exited]).toEqual([code, 0])
  }
  rmSync(folder, { recursive: true })
  expect(printed[0]).toContain('"tables":{"lessons":"view"}')
  expect(printed[1]).toMatch(/^\d+:00 [AP]M {2}Early birds \(roseville\)\n$/)
  expect(JSON.parse(printed[2]!)).toMatchObject({ data: expect.any(Array), next: expect.any(String) })
  expect(JSON.parse(printed[3]!)).toMatchObject({ delivery: expect.any(String) })
})

type Documented = (typeof callDocs)[number]
/** What examples for curl differ in. */
const shapeOf = ({ call, body }: Documented) =>
  `${call.method} ${call.body?.type ?? Boolean(body)} ${Boolean(call.query)}`

test('the examples for curl in the reference run as they are written', async () => {
  const tables = (await admin.get('/api/admin/schemas')).body as unknown as { name: string }[]
  const names = [...tables.map(({ name }) => name).filter((name) => name !== 'users'), 'website']
  const account = { ...settings('Examples', Object.fromEntries(names.map((name) => [name, 'edit']))), exports: names }
  const { body } = await admin.post('/api/service-accounts', account)
  const known = { PATH: process.env['PATH'], ARCHERY: product.site, ARCHERY_SECRET: String(body['secret']) }
  async function statusOf(id: string, ID: string): Promise<number> {
    const text = curlOf(callDocs.find(({ call }) => call.id === id)!)
    const typed = ['bash', '-c', `${text} --max-time 3 -o /dev/null -w '%{http_code}'`]
    const child = Bun.spawn(typed, { env: { ...known, ID }, stdout: 'pipe', stderr: 'ignore' })
    return Number(await new Response(child.stdout).text())
  }
  const lesson = await admin.post(
    '/api/tables/lessons',
    callDocs.find(({ call }) => call.id === 'createRecord')!.body!.example,
  )
  const ofRecord = [
    'createRecord',
    'listRecords',
    'readRecord',
    'readHistory',
    'listReferrers',
    'updateRecord',
    'deleteRecord',
  ]
  for (const id of ofRecord)
    expect([id, await statusOf(id, String(lesson.body['id']))]).toEqual([id, id === 'createRecord' ? 201 : 200])
  // What an example names may not be there; that it is understood is what counts.
  const refused = [400, 401, 403, 405, 413, 415, 431, 500, 502, 504]
  const shown = callDocs.filter((doc) => curlOf(doc) && !ofRecord.includes(doc.call.id))
  expect(shown.length).toBeGreaterThan(50)
  const answered = await mapLimited(
    // By day one of each method, with a body and without.
    casesOf(shown, (doc, at) => at === shown.findIndex((one) => shapeOf(one) === shapeOf(doc))),
    async ({ call }) => [call.id, await statusOf(call.id, 'f'.repeat(24))] as const,
  )
  expect(answered.filter(([, status]) => status < 200 || refused.includes(status))).toEqual([])
})

test('nothing is missed and each record keeps its order, with two replicas, concurrent writes and a kill', async () => {
  const start = await end()
  // In addition to the product's own admin-tables.
  const killed = await startReplica('admin-tables', product.stack.env)
  const replicas: Replica[] = [killed]
  try {
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, at) =>
        String((await call('POST', '/api/tables/nests', { name: `${at}` })).body['id']),
      ),
    )
    const acknowledged: string[] = []
    let isOver = false
    // The lease wanders, so that replicas give places at the same time.
    const wandering = (async () => {
      for (let seen = -1; !isOver; seen = acknowledged.length) {
        await until('a write', async () => isOver || acknowledged.length > seen)
        await product.db
          .collection<Document>('feed_state')
          .updateMany({}, { $set: { until: new Date(0), holder: 'none' } })
      }
    })()
    const writing = ids.map(async (id, at) => {
      for (let size = 1; size <= 12; size++) {
        const url = (size + at) % 2 ? killed.url : product.site
        // Of a replica that is killed nobody knows whether it has written.
        const answer = await ask('PUT', `${url}/api/tables/nests/${id}`, { body: { size } }).catch(() => undefined)
        if (answer?.status === 200) acknowledged.push(`${id} ${answer.body['updated_at']}`)
      }
    })
    // Both have written by then.
    await until('some writes', async () => acknowledged.length >= 16)
    killed.signal('SIGKILL')
    await Promise.all(writing)
    isOver = true
    await wandering
    // As after a restart: what the killed process has left in records is copied.
    replicas.push(await startReplica('admin-tables', product.stack.env))

    const events = await until('all events', async () => {
      const read = await behind(start, 'table=nests')
      const seen = new Set(read.map(({ record, version }) => `${record} ${version}`))
      return acknowledged.every((one) => seen.has(one)) && read
    })
    expect(acknowledged.length).toBeGreaterThan(48)
    for (const id of ids) {
      const own = events.filter(({ record }) => record === id)
      const versions = own.map(({ version }) => version!)
      expect(versions).toEqual(versions.toSorted())
      const revisions = await product.db.collection('revisions').countDocuments({ record_id: id })
      expect([id, new Set(versions).size, own.length]).toEqual([id, revisions, revisions])
    }
    const numbers = (await product.db.collection<{ _id: number }>('feed_events').find().sort({ _id: 1 }).toArray()).map(
      ({ _id }) => _id,
    )
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  } finally {
    await Promise.all(replicas.map((one) => one.stop()))
  }
})
