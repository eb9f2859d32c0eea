import type { ObjectStorage } from '@app/files/object-storage'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { GridFSBucket } from 'mongodb'
import { beforeEach, expect, test, vi } from 'vitest'
import { logoReader } from './school-values'

const database = testDatabase()
const db = () => database.mongo.db()
beforeEach(() => database.clear())

const failing = (): ReturnType<typeof db> => {
  throw new Error('no database')
}
const id = 'a'.repeat(32)
const logo = { id, width: 200, height: 200, alt: 'A target', tone: 'any' } as const
const wide = { ...logo, width: 1_024, height: 256 }

/** As admin-tables stores a picture: all sizes one after the other. */
async function store(sizes: Record<string, Buffer>, picture = id): Promise<void> {
  let at = 0
  const parts = Object.entries(sizes).map(([name, { length }]) => {
    at += length
    return { name, at: at - length, length }
  })
  const upload = new GridFSBucket(db(), { bucketName: 'site_pictures' }).openUploadStream(picture, {
    metadata: { picture, parts },
  })
  await new Promise<void>((done, failed) => {
    upload.on('finish', done).on('error', failed)
    upload.end(Buffer.concat(Object.values(sizes)))
  })
}
const sizes = {
  '144.webp': Buffer.from('for the page'),
  '180.png': Buffer.from('an icon on white'),
  '192.png': Buffer.from('an icon'),
  stored: Buffer.from('all of it'),
}

test.each([
  ['a square one as an icon', logo, { png: sizes['192.png'], width: 56, height: 56 }],
  ['a dark one on white', { ...logo, tone: 'dark' }, { png: sizes['180.png'], ground: '#ffffff' }],
  ['a light one on dark ground', { ...logo, tone: 'light' }, { png: sizes['192.png'], ground: '#12292b' }],
  ['a wide one whole', wide, { png: sizes.stored, width: 192, height: 48 }],
  ['a very wide one not wider than a phone', { ...wide, height: 64 }, { png: sizes.stored, width: 240, height: 15 }],
] as const)('%s', async (_, published, expected) => {
  await store(sizes)
  expect(await logoReader(db)(published)).toMatchObject(expected)
})

test('a wide one that is too heavy for mails is an icon, and one whose icon is too heavy is left out', async () => {
  const heavy = Buffer.alloc(48 * 1024 + 1)
  await store({ ...sizes, stored: heavy })
  expect(await logoReader(db)(wide)).toMatchObject({ png: sizes['192.png'], width: 56 })
  await database.clear()
  await store({ ...sizes, stored: heavy, '192.png': heavy })
  expect(await logoReader(db)(wide)).toBeUndefined()
})

test('with an object storage one that was stored before it is still read from the database', async () => {
  await store(sizes)
  const empty = { get: async () => undefined } as unknown as ObjectStorage
  expect(await logoReader(db, empty)(logo)).toMatchObject({ png: sizes['192.png'] })
})

test('it is read once, then another one when that is published; without one there is none', async () => {
  await store(sizes)
  const read = logoReader(db)
  expect(await read(undefined)).toBeUndefined()
  const first = await read(logo)
  await database.clear()
  expect(await read(logo)).toBe(first)
  const next = 'b'.repeat(32)
  await store({ '192.png': Buffer.from('another') }, next)
  expect(await read({ ...logo, id: next })).toMatchObject({ png: Buffer.from('another') })
})

test.each([
  ['is not there yet', () => db(), undefined],
  ['cannot be read', () => failing(), expect.objectContaining({ message: 'no database' })],
])('one that %s is told of once, and read again after a minute', async (_, first, error) => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const onMissing = vi.fn()
  let at = first
  const read = logoReader(() => at(), undefined, onMissing)
  expect(await read(logo)).toBeUndefined()
  clock.mockReturnValue(60_000)
  expect(await read(logo)).toBeUndefined()
  at = db
  await store(sizes)
  clock.mockReturnValue(119_999)
  expect(await read(logo)).toBeUndefined()
  clock.mockReturnValue(120_000)
  expect(await read(logo)).toMatchObject({ png: sizes['192.png'] })
  expect(onMissing.mock.calls).toEqual([[id, error]])
  clock.mockRestore()
})
