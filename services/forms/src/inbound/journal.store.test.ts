import { days } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { inboundJournal, newMailId } from './journal'

const start = new Date('2027-03-03T09:00:00Z')
let at = start
const database = testDatabase(({ db }) => inboundJournal(db).prepare())
const mails = () => database.mongo.db().collection('inbound_mails')
const journal = inboundJournal(
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
  const left = (await Promise.all([journal.add([one]), journal.add([other])])).flat()
  expect(left).toHaveLength(1)
  expect(await mails().countDocuments()).toBe(1)
  expect(await mails().findOne()).toMatchObject({ state: 'waiting', due_at: start, attempts: 0 })
})

test('of several mails those that are known are named, and the others are stored', async () => {
  await journal.add([received('one')])
  const [known, fresh] = [received('one'), received('two')]
  expect(await journal.add([known, fresh])).toEqual([known])
  expect(await mails().distinct('keys')).toEqual(['one', 'two'])
})

test('a stored mail is recognized by any of its keys, and is known by the others then', async () => {
  await journal.add([received('content', 'imap-1')])
  const [again, fresh] = [received('content', 'imap-2'), received('other')]
  expect([...(await journal.recognize([again, fresh]))]).toEqual([again])
  expect([...(await journal.recognize([received('imap-2')]))]).toHaveLength(1)
  expect([...(await journal.recognize([]))]).toEqual([])
})

test('a mail is put into one conversation, by one of two at the same moment', async () => {
  const id = String(await stored())
  const inquiries = [new ObjectId(), new ObjectId()]
  const attached = await Promise.all(inquiries.map((one) => journal.attach(id, one, 'ada@example.com')))
  expect(attached.filter(Boolean)).toHaveLength(1)
  expect(await journal.attach(id, inquiries[0]!, 'ada@example.com')).toBeUndefined()
  expect(await journal.pending()).toHaveLength(1)
  await journal.settled([new ObjectId(id)])
  expect(await journal.pending()).toEqual([])
})

test('the first mail of an inquiry is noted as such, and its inquiry knows of it', async () => {
  const inquiry = new ObjectId()
  expect(await journal.attach(String(await stored()), inquiry, 'ada@example.com', true)).toMatchObject({
    ...{ state: 'threaded', inquiry, is_first: true },
  })
  expect(await journal.pending()).toEqual([])
})

test('mails of a deleted inquiry are in no conversation again', async () => {
  const id = await stored({
    state: 'threaded',
    inquiry: new ObjectId(),
    inquiry_email: 'ada@example.com',
    is_pending: true,
  })
  await journal.release([id])
  const mail = (await journal.find(String(id)))!
  expect(mail).toMatchObject({ state: 'unmatched', inquiry: null })
  expect(mail).not.toHaveProperty('inquiry_email')
  expect(await journal.pending()).toEqual([])
})

const long = { text: 't'.repeat(50_000), quoted: 'q'.repeat(50_000), html: 'h'.repeat(50_000) }
const parts = (mail: object) => Object.keys(long).map((name) => (mail as Record<string, string>)[name]?.length)

test('whatever reads several mails, or is not about what one says, leaves what is long in the database', async () => {
  const inquiry = new ObjectId()
  const ids = [await stored({ ...long, subject: 'Loose' }), await stored({ ...long, subject: 'Other' })]
  expect(parts((await journal.find(String(ids[0])))!)).toEqual([50_000, undefined, undefined])
  for (const id of ids)
    expect(parts((await journal.attach(String(id), inquiry, 'ada@example.com'))!).slice(1)).toEqual([
      undefined,
      undefined,
    ])
  expect((await journal.pending()).map(parts)).toEqual([500, 500].map((length) => [length, undefined, undefined]))
})

test('a search looks at the newest mails of its conversations, and at the beginning of their texts', async () => {
  const inquiry = new ObjectId()
  await stored({ ...long, inquiry, state: 'threaded', subject: 'Old', received_at: ago(2) })
  await stored({ ...long, inquiry, state: 'threaded', subject: 'New', received_at: ago(1), text: 'short' })
  await stored({ inquiry, state: 'waiting' })
  await stored({ inquiry: new ObjectId(), state: 'threaded' })
  const said = await Array.fromAsync(journal.said([inquiry]))
  expect(said.map(({ subject }) => subject)).toEqual(['New', 'Old'])
  expect(said.map(parts)).toEqual([
    [5, undefined, undefined],
    [20_000, undefined, undefined],
  ])
})

test('what is no id finds nothing', async () => {
  expect(await journal.find('x')).toBeUndefined()
  expect(await journal.find(String(new ObjectId()))).toBeUndefined()
})

test('what only its subject calls automatic is counted for a week', async () => {
  await stored({ state: 'automated', is_maybe_automatic: true, received_at: ago(days(6)) })
  await stored({ state: 'automated', is_maybe_automatic: true, received_at: ago(days(8)) })
  await stored({ state: 'automated', received_at: ago(days(1)) })
  await stored({ received_at: ago(days(1)) })
  expect(await journal.countMaybeAutomatic()).toBe(1)
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
  const texts = await Array.fromAsync(journal.texts(inquiry))
  expect(texts.map((text) => text.split('\n').filter(Boolean))).toEqual([
    ['Second', 'Ada', 'ada@example.com', 'again'],
    ['First', 'plan.pdf', 'hello'],
  ])
})

test('a mail of the product to itself has arrived when it was stored, unless it is an earlier one', async () => {
  const id = await stored({ state: 'automated', message_id: '<test@archery.example>' })
  expect(await journal.arrivalOf('<test@archery.example>', at)).toEqual(id.getTimestamp())
  expect(await journal.arrivalOf('<test@archery.example>', new Date(at.getTime() + days(1)))).toBeUndefined()
  expect(await journal.arrivalOf('<other@archery.example>', at)).toBeUndefined()
})

test('the oldest mail that waits says how far reading is behind', async () => {
  expect(await journal.lag()).toBe(0)
  await journal.add([{ ...received('one'), id: ObjectId.createFromTime(at.getTime() / 1_000 - 90) }])
  expect(await journal.lag()).toBe(90)
})

test('bounces and complaints are counted by weeks that begin on Monday, the current one first', async () => {
  const report = (day: string, kind: string) =>
    stored({ state: 'automated', report: kind, received_at: new Date(`${day}T12:00:00Z`) })
  await report('2027-03-02', 'bounce')
  await report('2027-03-01', 'complaint')
  await report('2027-02-28', 'bounce')
  await report('2027-02-08', 'bounce')
  await report('2027-02-07', 'bounce')
  expect(await journal.reports()).toEqual([
    { from: '2027-03-01', bounces: 1, complaints: 1 },
    { from: '2027-02-22', bounces: 1, complaints: 0 },
    { from: '2027-02-15', bounces: 0, complaints: 0 },
    { from: '2027-02-08', bounces: 1, complaints: 0 },
  ])
})

test('the files of mails are those that they name', async () => {
  const [raw, file] = [new ObjectId(), new ObjectId()]
  const id = await stored({ raw, attachments: [{ file }, { file: null }] })
  expect([...(await journal.filesOf([id]))].toSorted()).toEqual([String(raw), String(file)].toSorted())
})

test.each([
  ['automated', 30],
  ['spam', 30],
  ['unmatched', 730],
])('%s mail is kept for %i days', async (state, count) => {
  await stored({ state, received_at: ago(days(count)) })
  const over = await stored({ state, received_at: ago(days(count) + 1) })
  expect(await journal.expired()).toEqual([over])
})

test('mails whose inquiry has been gone for a month expire; those whose inquiry came back stay', async () => {
  const [gone, back] = [new ObjectId(), new ObjectId()]
  const [first, second] = [
    await stored({ state: 'threaded', inquiry: gone }),
    await stored({ state: 'threaded', inquiry: back }),
  ]
  await journal.noteOrphans(async () => new Set())
  at = new Date(start.getTime() + days(31))
  expect(await journal.expired()).toEqual([])
  at = new Date(at.getTime() + 1)
  expect((await journal.expired()).map(String).toSorted()).toEqual([first, second].map(String).toSorted())
  await journal.noteOrphans(async () => new Set([String(back)]))
  expect(await journal.expired()).toEqual([first])
})
