import { days } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { arrivedMails, newMailId } from './arrived-mails'

const start = new Date('2027-03-03T09:00:00Z')
let at = start
const database = testDatabase(({ db }) => arrivedMails(db).prepare())
const mails = () => database.mongo.db().collection('inbound_mails')
const arrived = arrivedMails(
  () => database.mongo.db(),
  () => at,
)
beforeEach(async () => {
  await database.clear()
  at = start
})

const received = (...keys: string[]) => ({
  ...{ id: newMailId(), keys, raw: new ObjectId(), size: 100, received_at: start },
})
const stored = async (change: object = {}) => {
  const _id = new ObjectId()
  await mails().insertOne({
    _id,
    keys: [String(_id)],
    state: 'unmatched',
    received_at: start,
    raw: new ObjectId(),
    ...change,
  })
  return _id
}
const ago = (ms: number) => new Date(at.getTime() - ms)

test('a mail that two mail sources bring at the same moment is stored once', async () => {
  const [one, other] = [received('content', 'imap-1'), received('content', 'smtp-1')]
  const left = (await Promise.all([arrived.add([one]), arrived.add([other])])).flat()
  expect(left).toHaveLength(1)
  expect(await mails().countDocuments()).toBe(1)
  expect(await mails().findOne()).toMatchObject({ state: 'waiting', due_at: start, attempts: 0 })
})

test('of several mails those that are known are named, and the others are stored', async () => {
  await arrived.add([received('one')])
  const [known, fresh] = [received('one'), received('two')]
  expect(await arrived.add([known, fresh])).toEqual([known])
  expect(await mails().distinct('keys')).toEqual(['one', 'two'])
})

test('a stored mail is recognized by any of its keys, and is known by the others then', async () => {
  await arrived.add([received('content', 'imap-1')])
  const [again, fresh] = [received('content', 'imap-2'), received('other')]
  expect([...(await arrived.recognize([again, fresh]))]).toEqual([again])
  expect([...(await arrived.recognize([received('imap-2')]))]).toHaveLength(1)
  expect([...(await arrived.recognize([]))]).toEqual([])
})

test('a mail is put into one conversation, by one of two at the same moment', async () => {
  const id = String(await stored())
  const inquiries = [new ObjectId(), new ObjectId()]
  const attached = await Promise.all(inquiries.map((one) => arrived.attach(id, one, 'ada@example.com')))
  expect(attached.filter(Boolean)).toHaveLength(1)
  expect(await arrived.attach(id, inquiries[0]!, 'ada@example.com')).toBeUndefined()
  expect(await arrived.pending()).toHaveLength(1)
  await arrived.settled([new ObjectId(id)])
  expect(await arrived.pending()).toEqual([])
})

test('the first mail of an inquiry is noted as such, and its inquiry knows of it', async () => {
  const inquiry = new ObjectId()
  expect(await arrived.attach(String(await stored()), inquiry, 'ada@example.com', true)).toMatchObject({
    ...{ state: 'threaded', inquiry, is_first: true },
  })
  expect(await arrived.pending()).toEqual([])
})

test('mails of a deleted inquiry are in no conversation again', async () => {
  const id = await stored({
    state: 'threaded',
    inquiry: new ObjectId(),
    inquiry_email: 'ada@example.com',
    is_pending: true,
  })
  await arrived.release([id])
  const mail = (await arrived.find(String(id)))!
  expect(mail).toMatchObject({ state: 'unmatched', inquiry: null })
  expect(mail).not.toHaveProperty('inquiry_email')
  expect(await arrived.pending()).toEqual([])
})

const long = { text: 't'.repeat(50_000), quoted: 'q'.repeat(50_000), html: 'h'.repeat(50_000) }
const parts = (mail: object) => Object.keys(long).map((name) => (mail as Record<string, string>)[name]?.length)

test('whatever reads several mails, or is not about what one says, leaves what is long in the database', async () => {
  const inquiry = new ObjectId()
  const ids = [await stored({ ...long, subject: 'Loose' }), await stored({ ...long, subject: 'Other' })]
  expect(parts((await arrived.find(String(ids[0])))!)).toEqual([50_000, undefined, undefined])
  for (const id of ids)
    expect(parts((await arrived.attach(String(id), inquiry, 'ada@example.com'))!).slice(1)).toEqual([
      undefined,
      undefined,
    ])
  expect((await arrived.pending()).map(parts)).toEqual([500, 500].map((length) => [length, undefined, undefined]))
})

test('a search looks at the newest mails of its conversations, and at the beginning of their texts', async () => {
  const inquiry = new ObjectId()
  await stored({ ...long, inquiry, state: 'threaded', subject: 'Old', received_at: ago(2) })
  await stored({ ...long, inquiry, state: 'threaded', subject: 'New', received_at: ago(1), text: 'short' })
  await stored({ inquiry, state: 'waiting' })
  await stored({ inquiry: new ObjectId(), state: 'threaded' })
  const said = await Array.fromAsync(arrived.said([inquiry]))
  expect(said.map(({ subject }) => subject)).toEqual(['New', 'Old'])
  expect(said.map(parts)).toEqual([
    [5, undefined, undefined],
    [20_000, undefined, undefined],
  ])
})

test('what is no id finds nothing', async () => {
  expect(await arrived.find('x')).toBeUndefined()
  expect(await arrived.find(String(new ObjectId()))).toBeUndefined()
})

test('what only its subject calls automatic is counted for a week', async () => {
  await stored({ state: 'automated', is_maybe_automatic: true, received_at: ago(days(6)) })
  await stored({ state: 'automated', is_maybe_automatic: true, received_at: ago(days(8)) })
  await stored({ state: 'automated', received_at: ago(days(1)) })
  await stored({ received_at: ago(days(1)) })
  expect(await arrived.countMaybeAutomatic()).toBe(1)
})

test('what a conversation says is read newest first, without mails that are not read yet', async () => {
  const inquiry = new ObjectId()
  await stored({ inquiry, subject: 'First', text: 'hello', received_at: ago(2), attachments: [{ name: 'plan.pdf' }] })
  await stored({
    inquiry,
    subject: 'Second',
    text: 'again',
    received_at: ago(1),
    from: { name: 'Ada', address: 'ada@example.com' },
  })
  await stored({ inquiry, state: 'waiting', text: 'unread' })
  const texts = await Array.fromAsync(arrived.texts(inquiry))
  expect(texts.map((text) => text.split('\n').filter(Boolean))).toEqual([
    ['Second', 'Ada', 'ada@example.com', 'again'],
    ['First', 'plan.pdf', 'hello'],
  ])
})

test('a mail of the product to itself has arrived when it was stored, unless it is an earlier one', async () => {
  const id = await stored({ state: 'automated', message_id: '<test@archery.example>' })
  expect(await arrived.arrivalOf('<test@archery.example>', at)).toEqual(id.getTimestamp())
  expect(await arrived.arrivalOf('<test@archery.example>', new Date(at.getTime() + days(1)))).toBeUndefined()
  expect(await arrived.arrivalOf('<other@archery.example>', at)).toBeUndefined()
})

test('the oldest mail that waits says how far reading is behind', async () => {
  expect(await arrived.lag()).toBe(0)
  await arrived.add([{ ...received('one'), id: ObjectId.createFromTime(at.getTime() / 1_000 - 90) }])
  expect(await arrived.lag()).toBe(90)
})

test('bounces and complaints are counted by weeks that begin on Monday, the current one first', async () => {
  const report = (day: string, kind: string) =>
    stored({ state: 'automated', report: kind, received_at: new Date(`${day}T12:00:00Z`) })
  await report('2027-03-02', 'bounce')
  await report('2027-03-01', 'complaint')
  await report('2027-02-28', 'bounce')
  await report('2027-02-08', 'bounce')
  await report('2027-02-07', 'bounce')
  expect(await arrived.reports()).toEqual([
    { from: '2027-03-01', bounces: 1, complaints: 1 },
    { from: '2027-02-22', bounces: 1, complaints: 0 },
    { from: '2027-02-15', bounces: 0, complaints: 0 },
    { from: '2027-02-08', bounces: 1, complaints: 0 },
  ])
})

test('the files of mails are those that they name', async () => {
  const [raw, file] = [new ObjectId(), new ObjectId()]
  const id = await stored({ raw, attachments: [{ file }, { file: null }] })
  expect([...(await arrived.filesOf([id]))].toSorted()).toEqual([String(raw), String(file)].toSorted())
})

test.each([
  ['automated', 30],
  ['spam', 30],
  ['unmatched', 730],
])('%s mail is kept for %i days', async (state, count) => {
  await stored({ state, received_at: ago(days(count)) })
  const over = await stored({ state, received_at: ago(days(count) + 1) })
  expect(await arrived.expired()).toEqual([over])
})

test('mails whose inquiry has been gone for a month expire; those whose inquiry came back stay', async () => {
  const [gone, back] = [new ObjectId(), new ObjectId()]
  const [first, second] = [
    await stored({ state: 'threaded', inquiry: gone }),
    await stored({ state: 'threaded', inquiry: back }),
  ]
  await arrived.noteOrphans(async () => new Set())
  at = new Date(start.getTime() + days(31))
  expect(await arrived.expired()).toEqual([])
  at = new Date(at.getTime() + 1)
  expect((await arrived.expired()).map(String).toSorted()).toEqual([first, second].map(String).toSorted())
  await arrived.noteOrphans(async () => new Set([String(back)]))
  expect(await arrived.expired()).toEqual([first])
})
