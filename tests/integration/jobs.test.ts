import type { Batch } from '@app/contracts/batches'
import { minutes } from '@app/contracts/durations'
import type { Job, JobPage } from '@app/contracts/jobs'
import { newJobId } from '@app/jobs'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { nightlyTest } from '../support/cases'
import { addDescribedTable } from '../support/described-table'
import { adminEmail, type Product } from '../support/product'
import { secondAdmin, shareTables } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
let other: Browser

beforeAll(async () => {
  product = await shareTables()
  admin = createBrowser(product.site)
  other = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  await signIn(other, product, secondAdmin)
  await addDescribedTable(product.db, 'ducks', {
    required: ['name'],
    properties: { name: { type: 'string', title: 'Name' }, size: { type: 'integer', title: 'Size' } },
  })
})
afterAll(() => product?.stop())
beforeEach(async () => {
  await product.db.collection('ducks').deleteMany({})
})

const ducks = () => product.db.collection('ducks')
const users = () => product.db.collection('users')
const hatch = async (count: number) => {
  const at = new Date()
  const document = (n: number) => ({ name: `Bird ${n}`, size: 1, created_at: at, updated_at: at })
  await ducks().insertMany(Array.from({ length: count }, (_, n) => document(n)))
}
const startBatch = async (body: object, who = admin) =>
  (await who.post('/api/tables/ducks/batches', body)).body as unknown as Batch
const read = async (id: string, who = admin) => (await who.get(`/api/jobs/${id}`)).body as unknown as Job
const ended = (id: string, who = admin) =>
  until('the end of the job', async () => {
    const job = await read(id, who)
    return job.endedAt === null ? undefined : job
  })

test('a batch of 4,000 deletions whose author is demoted in the middle stops within a chunk, and says so', async () => {
  await hatch(4_000)
  const { id } = await startBatch({ action: 'delete', query: '', expected: 4_000 }, other)
  await until('the first chunks', async () => (await ducks().countDocuments()) < 3_800)
  await users().updateOne({ email: secondAdmin }, { $set: { role: 'user' } })
  const left = await ducks().countDocuments()
  const job = await ended(id)
  await users().updateOne({ email: secondAdmin }, { $set: { role: 'admin' } })

  const now = await ducks().countDocuments()
  // The chunk under way, and one that had passed its check.
  expect(left - now).toBeLessThanOrEqual(200)
  expect(now).toBeGreaterThan(0)
  expect(job).toMatchObject({
    kind: 'batch',
    state: 'stopped',
    total: 4_000,
    done: 4_000 - now,
    changed: 4_000 - now,
    reason: 'The right to do this has ended. What was done before is kept.',
    undoable: true,
  })
  const entry = await product.db.collection('audit_log').findOne({ action: 'stop', record_id: id })
  expect(entry).toMatchObject({
    table: 'ducks',
    user_id: null,
    about: { kind: 'batch', why: 'right', author: secondAdmin },
  })
  // The batch lists each record: deleted, or skipped with the reason.
  const batch = (await admin.get(`/api/tables/ducks/batches/${id}`)).body as unknown as Batch
  expect(batch.changed + batch.skipped.length).toBe(4_000)
})

test('jobs are listed for their author and for admins who ask for all, and are undone and canceled by their id', async () => {
  await hatch(900)
  const { id } = await startBatch({ action: 'update', query: '', expected: 900, changes: { size: 2 } }, other)
  const mine = (await admin.get('/api/jobs')).body as unknown as JobPage
  expect(mine.data.map((job) => job.id)).not.toContain(id)
  expect(((await admin.get('/api/jobs?all=true')).body as unknown as JobPage).data[0]).toMatchObject({
    id,
    kind: 'batch',
  })

  expect((await other.post(`/api/jobs/${id}/cancel`, {})).status).toBe(200)
  const job = await ended(id, other)
  if (job.state === 'stopped') expect(job.reason).toBe('It was canceled. What was done before is kept.')
  const stopped = (await other.get(`/api/jobs?state=${job.state}`)).body as unknown as JobPage
  expect(stopped.data[0]).toMatchObject({ id, undoable: true, changed: job.changed })
  expect(await ducks().countDocuments({ size: 2 })).toBe(job.changed)
  expect(job.changed).toBeLessThan(900)

  const undo = (await other.post(`/api/jobs/${id}/undo`, {})).body as unknown as Job
  expect(await ended(undo.id, other)).toMatchObject({ kind: 'undo', state: 'done', undoes: id, changed: job.changed })
  expect(await ducks().countDocuments({ size: 2 })).toBe(0)
  expect(await read(id, other)).toMatchObject({ undoable: false, undoneBy: undo.id })
  expect((await other.post(`/api/jobs/${id}/undo`, {})).status).toBe(409)
  expect((await admin.get(`/api/jobs/${newJobId()}`)).status).toBe(404)
})

nightlyTest('batches of an earlier release are carried over: read, continued and undone', async () => {
  await hatch(3)
  const [first, second, third] = (await ducks().find().toArray()).map(({ _id }) => _id.toHexString())
  const user = await users().findOne({ email: adminEmail })
  const actor = { id: String(user!._id), email: adminEmail, sid: 's', requestId: 'r' }
  const former = { table: 'ducks', actor, at: new Date(), changes: { size: 5 }, skipped: [], lease: new Date(0) }
  const [done, open] = [new ObjectId(), new ObjectId()]
  const batches = product.db.collection('batches')
  // What the earlier release has written.
  await ducks().updateOne({ _id: new ObjectId(first) }, { $set: { size: 5 } })
  await product.db.collection('revisions').insertOne({
    ...{
      table: 'ducks',
      record_id: first,
      at: new Date(),
      action: 'update',
      source: 'batch',
      batch: done.toHexString(),
    },
    actor: { id: actor.id, email: actor.email },
    changes: { size: [1, 5] },
    version: (await ducks().findOne({ _id: new ObjectId(first) }))!.updated_at,
  })
  await batches.insertMany([
    { _id: done, ...former, action: 'update', ids: [first], state: 'done', next: 1, changed: 1 },
    { _id: open, ...former, action: 'update', ids: [second, third], state: 'running', next: 1, changed: 1 },
  ])
  await until(
    'the former batches',
    async () => !(await batches.findOne({ carried_over: { $exists: false } })),
    minutes(2),
  )

  const path = (id: ObjectId) => `/api/tables/ducks/batches/${id.toHexString()}`
  expect((await admin.get(path(done))).body).toMatchObject({ action: 'update', state: 'done', total: 1, changed: 1 })
  expect(await ended(open.toHexString())).toMatchObject({ state: 'done', total: 2, changed: 2 })
  expect((await ducks().findOne({ _id: new ObjectId(second) }))!.size).toBe(1)
  expect((await ducks().findOne({ _id: new ObjectId(third) }))!.size).toBe(5)
  expect((await admin.post(`${path(done)}/undo`, {})).body).toEqual({ state: 'done', restored: 1, kept: [] })
  expect((await ducks().findOne({ _id: new ObjectId(first) }))!.size).toBe(1)
})
