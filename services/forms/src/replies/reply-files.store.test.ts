import { days, hours } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { replyFiles, toReplyFile } from './reply-files'

const start = new Date('2027-03-01T09:00:00Z')
let at = start
const database = testDatabase(({ db }) => replyFiles(db).prepare())
const db = () => database.mongo.db()
const files = replyFiles(db, undefined, () => at)
beforeEach(async () => {
  await database.clear()
  at = start
})

const inquiry = new ObjectId().toHexString()
const bytes = Buffer.from('%PDF-1.7')
const add = (of = inquiry, email = 'ada@example.com') =>
  files.add({ name: 'waiver.pdf', type: 'application/pdf', bytes }, { inquiry: of, email })
const collected = async (file: ObjectId) => Buffer.concat(await Array.fromAsync(files.chunks(file.toHexString())))

test('a file is read as it was uploaded, in pieces or whole', async () => {
  const large = Buffer.alloc(600_000, 'archery')
  const { file, size } = await files.add(
    { name: 'plan.png', type: 'image/png', bytes: large },
    { inquiry, email: 'ada@example.com' },
  )
  expect((await files.read(file, size)).equals(large)).toBe(true)
  expect((await collected(file)).equals(large)).toBe(true)
  await expect(files.read(file, size + 1)).rejects.toThrow('600000 of 600001 bytes')
  await expect(files.read(new ObjectId(), 1)).rejects.toThrow('There is no file')
})

test('the files of an inquiry are counted and found, those of others are not', async () => {
  const [one, two, other] = [await add(), await add(), await add(new ObjectId().toHexString())]
  expect(await files.count(inquiry)).toBe(2)
  const ids = [two, one, other, two].map(({ file }) => file.toHexString())
  expect(await files.find(inquiry, ids)).toEqual([two, one])
  expect(await files.find(inquiry, [])).toEqual([])
  expect(toReplyFile(inquiry, one)).toMatchObject({
    name: 'waiver.pdf',
    url: `/api/forms/submissions/${inquiry}/files/${one.file.toHexString()}`,
  })
})

test('an erasure removes what was uploaded for an address, and for its inquiries', async () => {
  const own = new ObjectId()
  await db().collection('contact_submissions').insertOne({ _id: own, email: 'ada@example.com' })
  await add()
  await add(own.toHexString(), 'former@example.com')
  const kept = await add(inquiry, 'grace@example.com')
  await files.erase('ada@example.com')
  expect(await db().collection('reply_files.files').distinct('_id')).toEqual([kept.file])
  expect(await db().collection('reply_files.chunks').distinct('files_id')).toEqual([kept.file])
})

const hold = (field: string, of: string, file: unknown) =>
  db()
    .collection('contact_submissions')
    .updateOne({ _id: new ObjectId(of) }, { $set: { [field]: [{ files: [{ file }] }] } }, { upsert: true })

test('what no reply and no draft has held for two days is removed', async () => {
  const [replied, drafted, unused] = [await add(), await add(), await add()]
  await hold('replies', inquiry, replied.file)
  await hold('reply_drafts', inquiry, drafted.file)
  expect(await files.sweep()).toBe(0)
  at = new Date(start.getTime() + hours(48))
  expect(await files.sweep()).toBe(0)
  at = new Date(at.getTime() + 1)
  expect(await files.sweep()).toBe(1)
  expect(await files.find(inquiry, [unused.file.toHexString()])).toEqual([])
  expect(await files.count(inquiry)).toBe(2)
})

test('a file that is used again has its two days anew', async () => {
  const { file } = await add()
  await hold('replies', inquiry, new ObjectId())
  await files.sweep()
  await hold('reply_drafts', inquiry, file)
  at = new Date(start.getTime() + days(1))
  await files.sweep()
  await hold('reply_drafts', inquiry, new ObjectId())
  at = new Date(start.getTime() + days(3))
  expect(await files.sweep()).toBe(0)
  at = new Date(start.getTime() + days(5) + 1)
  expect(await files.sweep()).toBe(1)
})

test('a file of an inquiry in the trash is kept for 31 days', async () => {
  await add()
  await files.sweep()
  at = new Date(start.getTime() + days(31))
  expect(await files.sweep()).toBe(0)
  at = new Date(at.getTime() + 1)
  expect(await files.sweep()).toBe(1)
})

test('without an object storage no objects are left', async () => {
  expect(await files.sweepObjects()).toEqual({ removed: 0, kept: 0 })
})
