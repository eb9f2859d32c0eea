import { days } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { pictureStore } from './picture-store'

const database = testDatabase()
const db = () => database.mongo.db()
let later = 0
const pictures = pictureStore(db, undefined, () => new Date(Date.now() + later))
beforeEach(async () => {
  await database.clear()
  later = 0
})
const [one, other] = ['a'.repeat(32), 'b'.repeat(32)]
const parts = [
  { name: '640.avif', bytes: Buffer.from('small') },
  { name: '1280.jpg', bytes: Buffer.from('a larger one') },
]
const add = (id: string, source?: string) =>
  pictures.add({ id, width: 1_280, height: 720, parts, ...(source && { source }) })
const files = () => db().collection('site_pictures.files')
const none = async () => new Set<string>()

test('each size of a picture is read from its one file, with its type', async () => {
  await add(one)
  expect(await pictures.size(`${one}-640.avif`)).toEqual({ type: 'image/avif', bytes: Buffer.from('small') })
  expect(await pictures.size(`${one}-1280.jpg`)).toEqual({ type: 'image/jpeg', bytes: Buffer.from('a larger one') })
  for (const name of [`${one}-960.avif`, `${other}-640.avif`, `${one}-640.svg`, '../x', one])
    expect(await pictures.size(name), name).toBeUndefined()
})

test('the largest WebP of a picture is known by its size before it is read', async () => {
  const webp = ['small', 'the largest', 'middle'].map((text, at) => ({ name: `${at}.webp`, bytes: Buffer.from(text) }))
  await pictures.add({ id: one, width: 1_280, height: 720, parts: [...parts, ...webp] })
  const found = await pictures.largest(one)
  expect([found?.type, found?.size]).toEqual(['image/webp', 11])
  expect(await found?.read()).toEqual(Buffer.from('the largest'))
  expect(await pictures.largest(other)).toBeUndefined()
})

test('a picture is stored once', async () => {
  await add(one)
  await add(one)
  expect(await files().countDocuments()).toBe(1)
  expect([...(await pictures.touch([one, other]))]).toEqual([one])
  expect([...(await pictures.touch([]))]).toEqual([])
})

test('the photo of a person is served only as long as the person is shown, and never as a picture', async () => {
  await add(one, 'photo-1')
  expect(await pictures.size(`${one}-640.avif`)).toBeUndefined()
  expect(await pictures.portraitSize(`${one}-640.avif`, async () => false)).toBeUndefined()
  expect(await pictures.portraitSize(`${one}-640.avif`, async (source) => source === 'photo-1')).toMatchObject({
    type: 'image/avif',
  })
  expect([...(await pictures.portraits(['photo-1', 'photo-2']))]).toEqual([
    ['photo-1', { id: one, width: 1_280, height: 720 }],
  ])
  await add(other)
  expect(await pictures.portraitSize(`${other}-640.avif`, async () => true)).toBeUndefined()
})

test('a picture that nothing refers to goes after a day; what is used stays', async () => {
  await add(one)
  await add(other)
  expect(await pictures.sweep(none)).toBe(0)
  later = days(1) + 1_000
  expect(await pictures.sweep(async () => new Set([other]))).toBe(1)
  expect(await files().distinct('metadata.picture')).toEqual([other])
  expect(await db().collection('site_pictures.chunks').countDocuments()).toBe(1)
})

test('a picture that a draft takes while it is swept stays', async () => {
  await add(one)
  later = days(1) + 1_000
  const used = async () => {
    await pictures.touch([one])
    return new Set<string>()
  }
  expect(await pictures.sweep(used)).toBe(0)
  expect(await files().countDocuments()).toBe(1)
})

test('pieces whose file was never completed are removed', async () => {
  await add(one)
  await db()
    .collection('site_pictures.chunks')
    .insertOne({ files_id: new ObjectId(), n: 0, data: Buffer.from('x') })
  later = days(1) + 2_000
  await pictures.sweep(async () => new Set([one]))
  expect(await db().collection('site_pictures.chunks').countDocuments()).toBe(1)
})
