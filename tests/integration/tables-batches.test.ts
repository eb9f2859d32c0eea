import type { Batch, BatchUndone } from '@app/contracts/batches'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { nightlyTest } from '../support/cases'
import { addDescribedTable } from '../support/described-table'
import { killBefore } from '../support/kill-before'
import { adminEmail, type Product } from '../support/product'
import { secondAdmin, shareTables } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
let other: Browser
const hens = '/api/tables/hens'

beforeAll(async () => {
  product = await shareTables()
  admin = createBrowser(product.site)
  other = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  await signIn(other, product, secondAdmin)
  const described = {
    hens: {
      required: ['name'],
      properties: {
        name: { type: 'string', title: 'Name' },
        size: { type: 'integer', title: 'Size', maximum: 9 },
        nest: { type: 'string', title: 'Nest', format: 'reference', table: 'coops' },
      },
    },
    coops: { required: ['tree'], properties: { tree: { type: 'string', title: 'Tree' } } },
  }
  for (const [name, about] of Object.entries(described)) await addDescribedTable(product.db, name, about)
})
afterAll(() => product?.stop())
beforeEach(async () => {
  await Promise.all(['hens', 'coops'].map((name) => product.db.collection(name).deleteMany({})))
})

const stored = () => product.db.collection('hens')
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
  const answer = await who.post(`${hens}/batches`, body, headers)
  return { status: answer.status, batch: answer.body as unknown as Batch & { error?: string } }
}
const read = async (id: string) => (await admin.get(`${hens}/batches/${id}`)).body as unknown as Batch
const finished = (id: string) =>
  until('the end of the batch', async () => {
    const now = await read(id)
    return now.state === 'done' && now
  })
const beginUndo = async (id: string, who = admin) => {
  const { status, body } = await who.post(`${hens}/batches/${id}/undo`, {})
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

test('a record that others refer to is skipped with its reason', async () => {
  const oak = (await admin.post('/api/tables/coops', { tree: 'Oak' })).body.id
  await admin.post('/api/tables/coops', { tree: 'Elm' })
  await admin.post(hens, { name: 'Owl', nest: oak })
  const { body } = await admin.post('/api/tables/coops/batches', { action: 'delete', query: '' })
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

// By day the test above sees two batches at once, and writes-replay.test.ts the steps of a deletion.
nightlyTest('two people delete the same records at once: each lies in the trash once', async () => {
  const ids = await hatch(60)
  const begun = await Promise.all([
    start({ action: 'delete', ids }),
    start({ action: 'delete', ids: ids.toReversed() }, other),
  ])
  const ended = await Promise.all(begun.map(({ batch }) => finished(batch.id)))
  expect(ended.map(({ changed }) => changed).reduce((sum, one) => sum + one)).toBe(60)
  const entries = await product.db.collection('trash').find({ table: 'hens', 'record.name': /^Bird/ }).toArray()
  const kept = entries.map(({ record }) => String(record._id)).filter((id) => ids.includes(id))
  expect(kept.toSorted()).toEqual(ids.toSorted())
})

/** Kills it in the middle of its work: the first 100 records are written, and not reported yet. */
const killedInTheMiddle = (begin: (caller: Browser) => Promise<unknown>) =>
  // The bytes of `done: 100` in a command.
  killBefore(product, admin, '\u0010done\0d\0\0\0', begin)
const jobs = () => product.db.collection('jobs')
/** As if the time of the lease had passed. */
const expire = (filter: object) => jobs().updateOne(filter, { $set: { 'lease.until': new Date(0) } })

nightlyTest(
  'a killed service leaves no record half done: the batch continues, spares later changes, and can be undone',
  async () => {
    // The part that is killed, one more, and the beginning of another.
    const count = 220
    await hatch(count)
    const changes = { size: 9, name: 'Changed' }
    await killedInTheMiddle((caller) => start({ action: 'update', query: 'sort=name:asc', changes }, caller))
    const { _id } = (await jobs().findOne({ kind: 'batch', table: 'hens', state: 'running' }))!
    const id = _id.toHexString()
    const done = await stored().countDocuments({ size: 9 })
    expect([done > 0, done < count]).toEqual([true, true])
    expect(await stored().countDocuments({ size: 9, name: { $ne: 'Changed' } })).toBe(0)
    // Changed by a colleague while the batch stood still.
    const [spared] = await stored().find({ size: 9 }).limit(1).toArray()
    expect((await admin.send('PUT', `${hens}/${spared?._id}`, { name: 'By hand' })).status).toBe(200)
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
  },
  400_000,
)

// By day undo-job.store.test.ts and family-import.store.test.ts see it.
nightlyTest('an import is undone like any batch', async () => {
  const [first] = await hatch(1)
  const text = `id,name,size\r\n${first},Heron,3\r\n,Crane,4\r\n`
  const { id } = (await admin.upload(`${hens}/imports`, text, 'hens.csv', 'text/csv')).body as { id: string }
  await admin.post(`${hens}/imports/${id}/apply`, {})
  await until('both rows', async () => (await stored().countDocuments({ name: /Heron|Crane/ })) === 2)
  await until('the end of the import', async () => (await admin.get(`${hens}/imports/${id}`)).body.state === 'applied')
  expect(await read(id)).toMatchObject({ action: 'import', changed: 2, state: 'done' })
  expect((await undo(id)).body).toEqual({ state: 'done', restored: 2, kept: [] })
  expect(await stored().distinct('name')).toEqual(['Bird 0'])
})
