import { days, seconds } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { type Document, ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { fileStore, uploadedBytes } from '../files/file-store'
import { tableSchemaStore } from '../tables/table-schema-store'
import { fileReferences, fileSweep } from './file-sweep'

const { mongo, clear } = testDatabase(({ db }) => fileStore(db).prepare())
const { db } = mongo
/** To sign in anew for each sweep would take most of the time of these tests. */
const withoutTimeout = async () => ({ db: db(), close: async () => {} })
const start = Date.now()
let time = start
const at = () => new Date(time)
const pass = (ms: number) => {
  time += ms
}
const aDay = days(1) + seconds(60)

beforeEach(async () => {
  await clear()
  time = start
  await schemas().insertOne({ _id: 'boats', name: 'boats', position: 99, properties: fields })
})

const fields = { name: { type: 'string' }, photo: { type: 'string' } }
const schemas = () => db().collection<Document & { _id: string }>('table_schemas')
const boats = () => db().collection('boats')
const marks = () => db().collection<{ _id: string; names: string[] }>('seed_marks')
const redescribe = (change: object) => schemas().updateOne({ _id: 'boats' }, change)
const files = () => fileStore(db)
const bytes = uploadedBytes(db)
const stored = (id: string) =>
  db()
    .collection('uploads.files')
    .findOne({ _id: new ObjectId(id) })
const pieces = (id: string) =>
  db()
    .collection('uploads.chunks')
    .countDocuments({ files_id: new ObjectId(id) })
const state = async (id: string) => (await stored(id))?.metadata

function sweep() {
  const tables = tableSchemaStore({ schemas: () => schemas() as never, marks }, { onBroken: () => {} })
  const names = async () => [...(await tables.listed()).map(({ name }) => name), ...(await tables.retired())]
  const references = fileReferences({ db, bytes, withoutTimeout, tables: names })
  return fileSweep({ db, bytes, references, tables, marks }, at).sweep()
}
async function upload() {
  const bytes = Buffer.from('a picture')
  return files().add({ name: 'boat.png', type: 'image/png', bytes, userId: new ObjectId().toHexString() })
}
/** A file in a record, seen in use by a sweep. */
async function used() {
  const { id, url } = await upload()
  await boats().insertOne({ name: 'Argo', photo: url })
  pass(aDay)
  expect(await sweep()).toEqual({ trashed: 0, removed: 0 })
  return { id, url }
}
/** As often as a file that nothing refers to takes until it is gone. */
async function sweepForAMonth() {
  for (const ms of [aDay, aDay, days(31)]) {
    pass(ms)
    await sweep()
  }
}

test('a file is removed after two sweeps a day apart and thirty days in the trash, with its pieces', async () => {
  const { id } = await upload()
  expect(await sweep()).toEqual({ trashed: 0, removed: 0 })
  expect((await state(id)).unused_since).toBeUndefined()
  pass(aDay)
  await sweep()
  expect(await sweep()).toEqual({ trashed: 0, removed: 0 })
  expect((await state(id)).trashed_at).toBeUndefined()
  pass(aDay)
  expect(await sweep()).toEqual({ trashed: 1, removed: 0 })
  pass(days(29))
  expect(await sweep()).toEqual({ trashed: 0, removed: 0 })
  expect(await pieces(id)).toBe(1)
  pass(aDay)
  expect(await sweep()).toEqual({ trashed: 0, removed: 1 })
  expect(await stored(id)).toBeNull()
  expect(await pieces(id)).toBe(0)
})

test('a typo that breaks a description stops every sweep until it is repaired', async () => {
  const { id } = await used()
  await redescribe({ $set: { 'properties.photo.type': 'String!' } })
  const orphan = await upload()
  pass(aDay)
  expect(await sweep()).toEqual({ paused: ['boats'] })
  await sweepForAMonth()
  expect((await state(id)).unused_since).toBeUndefined()
  expect((await state(orphan.id)).unused_since).toBeUndefined()
  await redescribe({ $set: { 'properties.photo.type': 'string' } })
  expect(await sweep()).toEqual({ trashed: 0, removed: 0 })
})

test('a description that is gone, or that names another collection, stops every sweep while its records are there', async () => {
  const { id } = await used()
  await redescribe({ $set: { name: 'baots' } })
  pass(aDay)
  expect(await sweep()).toEqual({ paused: ['boats'] })
  await schemas().deleteOne({ _id: 'boats' })
  await sweepForAMonth()
  expect((await state(id)).unused_since).toBeUndefined()
  await schemas().insertOne({ _id: 'boats', name: 'boats', position: 99, properties: fields })
  expect(await sweep()).toEqual({ trashed: 0, removed: 0 })
})

test('a typo in the name of a field, in a description that stays valid, removes nothing', async () => {
  const { id } = await used()
  await redescribe({ $rename: { 'properties.photo': 'properties.phtoo' } })
  await sweepForAMonth()
  expect(await state(id)).toBeDefined()
  expect((await state(id)).trashed_at).toBeUndefined()
})

test('a file leaves the trash when a record refers to it again; opening it changes nothing', async () => {
  const [again, opened] = [await upload(), await upload()]
  pass(aDay)
  await sweep()
  pass(aDay)
  expect(await sweep()).toEqual({ trashed: 2, removed: 0 })
  await boats().insertOne({ name: 'Argo', photo: again.url })
  const before = await state(opened.id)
  expect(await files().open(opened.id)).toMatchObject({ name: 'boat.png' })
  expect(await state(opened.id)).toEqual(before)
  await sweep()
  expect((await state(again.id)).trashed_at).toBeUndefined()
  pass(days(31))
  expect(await sweep()).toEqual({ trashed: 0, removed: 1 })
  expect([await stored(opened.id), await state(again.id)]).toMatchObject([null, {}])
})

test('a retired table is not a missing one: the sweep goes on, and its records keep their files', async () => {
  const { id } = await used()
  const orphan = await upload()
  await redescribe({ $set: { _shape: { revision: 1, saved_by: '', retired_at: new Date() } } })
  await sweepForAMonth()
  expect(await stored(orphan.id)).toBeNull()
  expect((await state(id)).trashed_at).toBeUndefined()
})

test('files that lost their last record are removed at once where an erasure says so, others stay', async () => {
  const [gone, shared, trashed] = [await upload(), await upload(), await upload()]
  await boats().insertOne({ name: 'Argo', photo: shared.url })
  await db()
    .collection('trash')
    .insertOne({ table: 'boats', record: { photo: trashed.url } })
  const references = fileReferences({ db, bytes, withoutTimeout, tables: async () => ['boats'] })
  expect(await references.removeUnused([gone, shared, trashed].map(({ url }) => url))).toBe(1)
  expect([await stored(gone.id), await pieces(gone.id)]).toEqual([null, 0])
  for (const { id } of [shared, trashed]) expect(await pieces(id)).toBe(1)
})

test('a file that two sweeps remove at the same moment is gone with its pieces', async () => {
  const { id } = await upload()
  for (const ms of [aDay, aDay, days(30)]) {
    pass(ms)
    await Promise.all([sweep(), sweep()])
  }
  expect([await stored(id), await pieces(id)]).toEqual([null, 0])
})
