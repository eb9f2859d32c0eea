import type { Batch, BatchUndone } from '@app/contracts/batches'
import type { HistoryPage } from '@app/contracts/history'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { addDescribedTable } from '../support/described-table'
import { killBefore } from '../support/kill-before'
import { adminEmail, type Product, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

const secondAdmin = 'second@archery.example'
let product: Product
let admin: Browser
let other: Browser
const birds = '/api/tables/birds'

beforeAll(async () => {
  product = await startProduct(
    { SEED_SAMPLES: 'false', ADMIN_EMAILS: `${adminEmail},${secondAdmin}` },
    { pages: false },
  )
  admin = createBrowser(product.site)
  other = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  await signIn(other, product, secondAdmin)
  const described = {
    birds: {
      required: ['name'],
      properties: {
        name: { type: 'string', title: 'Name' },
        size: { type: 'integer', title: 'Size', maximum: 9 },
        nest: { type: 'string', title: 'Nest', format: 'reference', table: 'nests' },
      },
    },
    nests: { required: ['tree'], properties: { tree: { type: 'string', title: 'Tree' } } },
  }
  for (const [name, about] of Object.entries(described)) await addDescribedTable(product.db, name, about)
})
afterAll(() => product?.stop())
beforeEach(async () => {
  await Promise.all(['birds', 'nests'].map((name) => product.db.collection(name).deleteMany({})))
})

const stored = () => product.db.collection('birds')
/** Birds named "Bird 0" and so on, of size 1. */
async function hatch(count: number): Promise<string[]> {
  const at = new Date()
  const documents = Array.from({ length: count }, (_, n) => ({
    _id: new ObjectId(),
    name: `Bird ${n}`,
    size: 1,
    created_at: at,
    updated_at: at,
  }))
  await stored().insertMany(documents)
  return documents.map(({ _id }) => _id.toHexString())
}
const start = async (body: object, who = admin, headers = {}) => {
  const answer = await who.post(`${birds}/batches`, body, headers)
  return { status: answer.status, batch: answer.body as unknown as Batch & { error?: string } }
}
const read = async (id: string) => (await admin.get(`${birds}/batches/${id}`)).body as unknown as Batch
const finished = (id: string) =>
  until('the end of the batch', async () => {
    const now = await read(id)
    return now.state === 'done' && now
  })
const beginUndo = async (id: string, who = admin) => {
  const { status, body } = await who.post(`${birds}/batches/${id}/undo`, {})
  return { status, body: body as unknown as BatchUndone & { error?: string } }
}
/** Undoes to the end: what takes long goes on after the answer. */
const undo = async (id: string, who = admin) => {
  const { status, body } = await beginUndo(id, who)
  if (body.state !== 'running') return { status, body }
  const end = await until('the end of the undo', async () => {
    const { undo: now } = await read(id)
    return now?.state === 'done' && now
  })
  return { status, body: end }
}
const sizes = async () => (await stored().distinct('size')).toSorted()

test('an update by ids changes each record once, with its history, and says what it skipped', async () => {
  const ids = await hatch(4)
  const unknown = 'f'.repeat(24)
  const { status, batch } = await start({ action: 'update', ids: [...ids.slice(0, 3), unknown], changes: { size: 5 } })
  expect(status).toBe(200)
  expect(batch).toMatchObject({
    state: 'done',
    total: 4,
    changed: 3,
    skipped: [{ id: unknown, reason: 'This record does not exist.' }],
  })
  expect(await stored().countDocuments({ size: 5 })).toBe(3)
  const history = await until('the history', async () => {
    const { body } = await admin.get(`${birds}/${ids[0]}/history`)
    return (body as unknown as HistoryPage).data[0]
  })
  expect(history).toMatchObject({ action: 'update', source: 'batch', batch: batch.id, changes: { size: [1, 5] } })
  const entry = await product.db.collection('audit_log').findOne({ record_id: batch.id })
  expect(entry).toMatchObject({ action: 'batch', table: 'birds', email: adminEmail })
})

test('a change that a record does not permit leaves this record whole', async () => {
  const ids = await hatch(2)
  const { batch } = await start({ action: 'update', ids, changes: { size: 50, name: 'Roc' } })
  expect(batch.changed).toBe(0)
  expect(batch.skipped.map(({ reason }) => reason)).toEqual(Array(2).fill('Size cannot be greater than 9'))
  expect([await stored().countDocuments({ name: 'Roc' }), await sizes()]).toEqual([0, [1]])
})

test('an update by query takes all that match, as many as were shown or none', async () => {
  await hatch(30)
  await stored().updateMany({ name: /^Bird 1/ }, { $set: { size: 3 } })
  const body = { action: 'update', query: 'size=3&sort=name:asc&page=2&limit=5', changes: { size: 7 } }
  const refused = await start({ ...body, expected: 12 })
  expect(refused).toMatchObject({ status: 409, batch: { error: '11 records match now, not 12.' } })
  expect(await sizes()).toEqual([1, 3])
  const { batch } = await start({ ...body, expected: 11 })
  expect(batch).toMatchObject({ total: 11, changed: 11 })
  expect(await stored().countDocuments({ size: 7 })).toBe(11)
  expect(await start({ action: 'delete', query: 'wings=2' })).toMatchObject({ status: 400 })
})

test('more than 200 records are changed in the background, and undone as one', async () => {
  await hatch(500)
  const { status, batch } = await start({ action: 'update', query: '', expected: 500, changes: { size: 8 } })
  expect([status, batch.state, batch.total]).toEqual([202, 'running', 500])
  expect(await finished(batch.id)).toMatchObject({ changed: 500, skipped: [] })
  expect(await sizes()).toEqual([8])
  const [changed] = await stored().find().limit(1).toArray()
  await admin.send('PUT', `${birds}/${changed?._id}`, { name: 'Renamed' })

  const { status: undone, body } = await undo(batch.id, other)
  expect([undone, body.state, body.restored]).toEqual([200, 'done', 499])
  expect(body.kept).toEqual([
    { id: String(changed?._id), reason: 'Another person has changed this record since you opened it.' },
  ])
  expect([await stored().countDocuments({ size: 1 }), await stored().countDocuments({ size: 8 })]).toEqual([499, 1])
  expect(await undo(batch.id)).toMatchObject({ status: 409, body: { error: 'The batch was undone already.' } })
  expect(await read(batch.id)).toMatchObject({ undo: { state: 'done', restored: 499 } })
})

test('deleted records lie in the trash, and come back by undo or by a restore', async () => {
  const ids = await hatch(3)
  const { batch } = await start({ action: 'delete', ids })
  expect([batch.changed, await stored().countDocuments()]).toEqual([3, 0])
  expect((await undo(batch.id)).body).toEqual({ state: 'done', restored: 3, kept: [] })
  expect(await stored().countDocuments()).toBe(3)
  await start({ action: 'delete', ids: ids.slice(1) })
  const { batch: back } = await start({ action: 'restore', ids: ids.slice(1) })
  expect([back.changed, await stored().countDocuments()]).toEqual([2, 3])
})

test('a record that others refer to is skipped with its reason', async () => {
  const oak = (await admin.post('/api/tables/nests', { tree: 'Oak' })).body.id
  await admin.post('/api/tables/nests', { tree: 'Elm' })
  await admin.post(birds, { name: 'Owl', nest: oak })
  const { body } = await admin.post('/api/tables/nests/batches', { action: 'delete', query: '' })
  expect(body).toMatchObject({ changed: 1, skipped: [{ id: oak, reason: 'Other records refer to this one.' }] })
})

test('two people change the same records at once: every record is whole and every change is in its history', async () => {
  const ids = await hatch(100)
  const begun = await Promise.all([
    start({ action: 'update', ids, changes: { size: 4, name: 'Mine' } }),
    start({ action: 'update', ids: ids.toReversed(), changes: { size: 6, name: 'Theirs' } }, other),
  ])
  const [mine, theirs] = await Promise.all([finished(begun[0].batch.id), finished(begun[1].batch.id)])
  for (const batch of [mine, theirs]) expect(batch.changed + batch.skipped.length).toBe(100)
  const left = await stored()
    .aggregate([{ $group: { _id: { size: '$size', name: '$name' } } }])
    .toArray()
  for (const { _id } of left)
    expect([
      { size: 4, name: 'Mine' },
      { size: 6, name: 'Theirs' },
    ]).toContainEqual(_id)
  const revisions = product.db.collection('revisions')
  await until('all revisions', async () => {
    const found = await revisions.countDocuments({ batch: { $in: [mine.id, theirs.id] } })
    return found === mine.changed + theirs.changed
  })
  // The earlier batch is undone only where the later one has not changed the record since.
  const undone = (await undo(mine.id)).body
  expect(undone.restored + undone.kept.length).toBe(mine.changed)
  expect(await stored().countDocuments({ name: 'Mine' })).toBe(0)
})

test('two people delete the same records at once: each lies in the trash once', async () => {
  const ids = await hatch(60)
  const begun = await Promise.all([
    start({ action: 'delete', ids }),
    start({ action: 'delete', ids: ids.toReversed() }, other),
  ])
  const ended = await Promise.all(begun.map(({ batch }) => finished(batch.id)))
  expect(ended.map(({ changed }) => changed).reduce((sum, one) => sum + one)).toBe(60)
  const entries = await product.db.collection('trash').find({ table: 'birds', 'record.name': /^Bird/ }).toArray()
  const kept = entries.map(({ record }) => String(record._id)).filter((id) => ids.includes(id))
  expect(kept.toSorted()).toEqual(ids.toSorted())
})

test('a repeated key starts nothing twice', async () => {
  const ids = await hatch(3)
  const headers = { 'idempotency-key': 'pressed-once-0001' }
  const body = { action: 'update', query: 'size=1', expected: 3, changes: { size: 2 } }
  const first = await start(body, admin, headers)
  // Nothing matches the query any longer, but it is the same batch.
  expect(await start(body, admin, headers)).toEqual(first)
  expect(await start({ ...body, changes: { size: 3 } }, admin, headers)).toMatchObject({ status: 422 })
  expect((await start({ action: 'delete', ids }, other, headers)).batch.changed).toBe(3)
})

/** Kills it in the middle of its work: the first 100 records are written, and not reported yet. */
const killedInTheMiddle = (begin: (caller: Browser) => Promise<unknown>) =>
  // The bytes of `done: 100` in a command.
  killBefore(product, admin, '\u0010done\0d\0\0\0', begin)
const jobs = () => product.db.collection('jobs')
/** As if the time of the lease had passed. */
const expire = (filter: object) => jobs().updateOne(filter, { $set: { 'lease.until': new Date(0) } })

test('a killed service leaves no record half done: the batch continues, spares later changes, and can be undone', async () => {
  const count = 500
  await hatch(count)
  const changes = { size: 9, name: 'Changed' }
  await killedInTheMiddle((caller) => start({ action: 'update', query: 'sort=name:asc', changes }, caller))
  const { _id } = (await jobs().findOne({ kind: 'batch', table: 'birds', state: 'running' }))!
  const id = _id.toHexString()
  const done = await stored().countDocuments({ size: 9 })
  expect([done > 0, done < count]).toEqual([true, true])
  expect(await stored().countDocuments({ size: 9, name: { $ne: 'Changed' } })).toBe(0)
  // Changed by a colleague while the batch stood still.
  const [spared] = await stored().find({ size: 9 }).limit(1).toArray()
  expect((await admin.send('PUT', `${birds}/${spared?._id}`, { name: 'By hand' })).status).toBe(200)
  await expire({ _id })

  expect(await finished(id)).toMatchObject({ total: count, changed: count, skipped: [] })
  expect(await stored().countDocuments({ name: 'Changed', size: 9 })).toBe(count - 1)
  expect(await stored().findOne({ _id: spared?._id })).toMatchObject({ name: 'By hand' })
  const revisions = product.db.collection('revisions')
  await until('one revision a record', async () => (await revisions.countDocuments({ batch: id })) === count)
  expect(await revisions.distinct('record_id', { batch: id })).toHaveLength(count)

  // Killed once more, in the middle of the undo.
  await killedInTheMiddle((caller) => beginUndo(id, caller))
  const undone = await stored().countDocuments({ size: 1, name: /^Bird/ })
  expect([undone > 0, undone < count - 1]).toEqual([true, true])
  await expire({ undoes: id })
  const end = await until('the end of the undo', async () => {
    const { undo: now } = await read(id)
    if (now?.state !== 'done') throw new Error(JSON.stringify(now))
    return now
  })
  expect(end).toMatchObject({ restored: count - 1, kept: [{ id: String(spared?._id) }] })
  expect([await stored().countDocuments({ size: 1, name: /^Bird/ }), await sizes()]).toEqual([count - 1, [1, 9]])
}, 400_000)

test('an import is undone like any batch', async () => {
  const [first] = await hatch(1)
  const body = new FormData()
  body.set('file', new File([`id,name,size\r\n${first},Heron,3\r\n,Crane,4\r\n`], 'birds.csv', { type: 'text/csv' }))
  const cookie = [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-requested-with': 'test' }
  const answer = await fetch(`${product.site}${birds}/imports`, { method: 'POST', body, headers })
  const { id } = (await answer.json()) as { id: string }
  await admin.post(`${birds}/imports/${id}/apply`, {})
  await until('both rows', async () => (await stored().countDocuments({ name: /Heron|Crane/ })) === 2)
  await until('the end of the import', async () => (await admin.get(`${birds}/imports/${id}`)).body.state === 'applied')
  expect(await read(id)).toMatchObject({ action: 'import', changed: 2, state: 'done' })
  expect((await undo(id)).body).toEqual({ state: 'done', restored: 2, kept: [] })
  expect(await stored().distinct('name')).toEqual(['Bird 0'])
})
