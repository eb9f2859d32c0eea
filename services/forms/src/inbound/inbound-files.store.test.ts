import { hours } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { inboundFiles } from './inbound-files'

const database = testDatabase(({ db }) => inboundFiles(db).prepare())
const files = inboundFiles(() => database.mongo.db())
const stored = async () => (await database.mongo.db().collection('inbound_files.files').distinct('_id')).map(String)
beforeEach(database.clear)

const mail = new ObjectId()
const file = (bytes: Buffer, kind: 'raw' | 'attachment' = 'attachment', of = mail) => ({
  ...{ bytes, metadata: { mail: of, kind } },
})
const large = Buffer.alloc(1_100_000, 'archery')

test('files are read as they were stored, small and large ones, in order', async () => {
  const given = [Buffer.from('one'), large, Buffer.alloc(300_000, 'b')]
  const ids = await files.add(given.map((bytes) => file(bytes)))
  const read = await files.read(ids.map((id, n) => ({ id, length: given[n]!.length })))
  expect(ids.map((id, n) => read.get(String(id))?.equals(given[n]!))).toEqual([true, true, true])
  expect(Buffer.concat(await Array.fromAsync(files.chunks(ids[1]!))).equals(large)).toBe(true)
})

test('a file that lacks a piece is left out', async () => {
  const [small, big] = await files.add([file(Buffer.alloc(300_000, 'b')), file(large)])
  await database.mongo.db().collection('inbound_files.chunks').deleteMany({ n: 1 })
  const read = await files.read([
    { id: small!, length: 300_000 },
    { id: big!, length: large.length },
  ])
  expect([...read.keys()]).toEqual([])
  await expect(Array.fromAsync(files.chunks(new ObjectId()))).rejects.toThrow('There is no file')
})

test('what an interrupted attempt has left of a mail is removed, but neither the mail nor another one’s', async () => {
  const [raw, kept, left, other] = await files.add([
    file(Buffer.from('raw'), 'raw'),
    file(Buffer.from('kept')),
    file(Buffer.from('left')),
    file(Buffer.from('other'), 'attachment', new ObjectId()),
  ])
  await files.removeOthers(mail, [kept!])
  expect((await stored()).toSorted()).toEqual([raw, kept, other].map(String).toSorted())
  expect(String(left)).not.toBe('')
  await files.removeOf([mail])
  expect(await stored()).toEqual([String(other)])
})

test('files that no mail names are removed after an hour', async () => {
  const [named, left] = await files.add([file(Buffer.from('named')), file(Buffer.from('left'))])
  const filesOf = async () => new Set([String(named)])
  expect(await files.sweep(filesOf, Date.now() + hours(1) - 60_000)).toBe(0)
  expect(await files.sweep(filesOf, Date.now() + hours(1) + 1)).toBe(1)
  expect(await stored()).toEqual([String(named)])
  expect(String(left)).not.toBe(String(named))
})

test('without an object storage no objects are left', async () => {
  expect(await files.sweepObjects()).toEqual({ removed: 0, kept: 0 })
})
