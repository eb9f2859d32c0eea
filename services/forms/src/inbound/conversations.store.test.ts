import { waitingEventsField } from '@app/contracts/events'
import { mailVersionField, responseTime } from '@app/contracts/inquiries'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test, vi } from 'vitest'
import { subjectToken, threadMac } from '../inquiries/outgoing-mail'
import { conversations } from './conversations'

const database = testDatabase()
const now = new Date('2026-07-04T12:00:00Z')
const domain = 'archery.example'
const found = () =>
  conversations(
    () => database.mongo.db(),
    domain,
    () => now,
  )
const inquiries = () => database.mongo.db().collection('contact_submissions')
const day = (date: number) => new Date(Date.UTC(2026, 5, date))

async function inquiry(change: Record<string, unknown> = {}) {
  const _id = new ObjectId()
  const values = { email: 'zoe@example.com', name: 'Zoe', spam: false, status: 'new', created_at: day(1), mails: [] }
  await inquiries().insertOne({ _id, ...values, thread_key: 'key', ...change })
  return { _id, hex: _id.toHexString(), read: async () => (await inquiries().findOne({ _id }))! }
}
const placed = (sender: string, state: string, of: ObjectId) =>
  database.mongo.db().collection('inbound_mails').insertOne({ sender, state, inquiry: of })
const from = { address: 'zoe@example.com', sender: 'visitor' as const, proven: true }
const newest = (at: Date, text = 'Yes, please.') => ({ id: new ObjectId(), at, by: 'Zoe', text, from })

beforeEach(() => database.clear())

test('an id with the right proof is of its inquiry, whoever answers; with a wrong one it is of none', async () => {
  const { hex, _id } = await inquiry()
  const id = (mac: string, host = domain) => `<${hex}.reply-1.${mac}@${host}>`
  const mac = threadMac('key', hex, 'reply-1')
  expect((await found().ofMessage(id(mac), 'stranger@example.com'))?._id).toEqual(_id)
  expect(
    await found().ofMessage(id(mac.replace(/^./, (sign) => (sign === '0' ? '1' : '0'))), 'zoe@example.com'),
  ).toBeUndefined()
  expect(await found().ofMessage(id(mac, 'other.example'), 'zoe@example.com')).toBeUndefined()
  expect(await found().ofMessage(`<${new ObjectId().toHexString()}.reply-1.${mac}@${domain}>`, '')).toBeUndefined()
})

test('an id of an earlier release counts if it was sent: that of a reply from anybody, another from the visitor', async () => {
  const { hex, _id } = await inquiry()
  const id = (name: string) => `<${hex}.${name}@${domain}>`
  const mails = ['thank_you', 'reply-1'].map((name) => ({ message_id: id(name) }))
  await inquiries().updateOne({ _id }, { $set: { mails } })
  expect((await found().ofMessage(id('reply-1'), 'stranger@example.com'))?._id).toEqual(_id)
  expect((await found().ofMessage(id('thank_you'), 'zoe@example.com'))?._id).toEqual(_id)
  expect(await found().ofMessage(id('thank_you'), 'stranger@example.com')).toBeUndefined()
  expect(await found().ofMessage(id('reply-2'), 'zoe@example.com')).toBeUndefined()
  expect(await found().ofMessage(id('notification'), 'zoe@example.com')).toBeUndefined()
})

test('a token counts from the visitor, from who got a copy, and from who has a mail in the conversation', async () => {
  const { hex, _id } = await inquiry({ replies: [{ cc: ['copy@example.com'] }] })
  const subject = `Re: [#${subjectToken('key', hex)}]`
  for (const sender of ['zoe@example.com', 'copy@example.com'])
    expect((await found().ofSubject(subject, sender))?._id).toEqual(_id)
  expect(await found().ofSubject(subject, 'partner@example.com')).toBeUndefined()
  await placed('partner@example.com', 'spam', _id)
  expect(await found().ofSubject(subject, 'partner@example.com')).toBeUndefined()
  await placed('partner@example.com', 'threaded', _id)
  expect((await found().ofSubject(subject, 'partner@example.com'))?._id).toEqual(_id)
  expect(await found().ofSubject(subject, 'stranger@example.com')).toBeUndefined()
})

test('no token, no sender, another token and an inquiry without a key name nothing', async () => {
  const { hex } = await inquiry()
  const other = await inquiry()
  await inquiries().updateOne({ _id: other._id }, { $unset: { thread_key: '' } })
  const subject = `Re: [#${subjectToken('key', hex)}]`
  expect(await found().ofSubject('Re: hello', 'zoe@example.com')).toBeUndefined()
  expect(await found().ofSubject(subject, '')).toBeUndefined()
  expect(await found().ofSubject('Re: [#0123456789]', 'zoe@example.com')).toBeUndefined()
  expect(await found().ofSubject(`Re: [#${subjectToken('key', other.hex)}]`, 'zoe@example.com')).toBeUndefined()
})

test('a sender with a mail in one conversation, or without an address, is not known to another', async () => {
  const { hex } = await inquiry({ email: '' })
  const other = await inquiry()
  await placed('partner@example.com', 'threaded', other._id)
  const subject = `Re: [#${subjectToken('key', hex)}]`
  for (const sender of ['', 'partner@example.com', 'zoe@example.com'])
    expect(await found().ofSubject(subject, sender)).toBeUndefined()
})

test.each(['of an address', 'with a mail of an address'])('the newest 100 inquiries %s are searched', async (which) => {
  const email = which === 'of an address' ? 'ada@example.com' : 'zoe@example.com'
  const ids = Array.from({ length: 101 }, () => new ObjectId())
  await inquiries().insertMany(ids.map((_id) => ({ _id, email, thread_key: 'key', created_at: day(1) })))
  const mails = ids.map((id) => ({ sender: 'ada@example.com', state: 'threaded', inquiry: id }))
  if (email === 'zoe@example.com') await database.mongo.db().collection('inbound_mails').insertMany(mails)
  const shown = async (id: ObjectId) =>
    (await found().ofSubject(`[#${subjectToken('key', id.toHexString())}]`, 'ada@example.com'))?._id
  expect(await shown(ids[0]!)).toBeUndefined()
  expect(await shown(ids[1]!)).toEqual(ids[1])
  expect(await shown(ids[100]!)).toEqual(ids[100])
  if (email === 'ada@example.com') return
  // The mail in the last of them is the oldest of 101.
  await database.mongo
    .db()
    .collection('inbound_mails')
    .deleteMany({ inquiry: { $nin: ids.slice(99) } })
  for (let n = 0; n < 99; n++) await placed('ada@example.com', 'threaded', ids[100]!)
  expect(await shown(ids[99]!)).toBeUndefined()
})

test('proven are the senders of the proven mails in an inquiry, each once', async () => {
  const { _id } = await inquiry()
  const mails = database.mongo.db().collection('inbound_mails')
  const mail = { inquiry: _id, state: 'threaded', is_proven: true }
  await mails.insertMany([
    { ...mail, sender: 'zoe@example.com' },
    { ...mail, sender: 'zoe@example.com' },
    { ...mail, sender: 'unproven@example.com', is_proven: false },
    { ...mail, sender: 'unmatched@example.com', state: 'unmatched' },
    { ...mail, sender: 'elsewhere@example.com', inquiry: new ObjectId() },
  ])
  expect(await found().provenSenders(_id)).toEqual(['zoe@example.com'])
})

test('open are the inquiries of an address that are neither closed nor spam, two at most, the newest first', async () => {
  const [first, second, third] = [
    await inquiry({ created_at: day(1), status: 'answered' }),
    await inquiry({ created_at: day(2) }),
    await inquiry({ created_at: day(3), status: 'in_progress' }),
  ]
  await inquiry({ created_at: day(9), status: 'closed' })
  await inquiry({ created_at: day(9), spam: true })
  await inquiry({ created_at: day(9), email: 'ada@example.com' })
  expect((await found().openOf('zoe@example.com')).map(({ _id }) => _id)).toEqual([third._id, second._id])
  await inquiries().deleteMany({ _id: { $in: [second._id, third._id] } })
  expect(await found().openOf('zoe@example.com')).toEqual([
    { _id: first._id, email: 'zoe@example.com', name: 'Zoe', spam: false, created_at: day(1) },
  ])
  expect(await found().openOf('nobody@example.com')).toEqual([])
})

test('an inquiry is found by its id; another text finds nothing', async () => {
  const { hex, _id } = await inquiry()
  expect((await found().find(hex))?._id).toEqual(_id)
  expect(await found().find('x')).toBeUndefined()
  expect(await found().find(new ObjectId().toHexString())).toBeUndefined()
})

test('similar are five of the address, of its family or of the name, the newest first', async () => {
  const ids: ObjectId[] = []
  for (const date of [1, 2, 3, 4]) ids.unshift((await inquiry({ created_at: day(date), name: 'Z.' }))._id)
  ids.unshift((await inquiry({ created_at: day(5), email: 'parent@example.com', name: 'P.' }))._id)
  ids.unshift((await inquiry({ created_at: day(6), email: 'work@example.com' }))._id)
  await inquiry({ created_at: day(7), email: 'ada@example.com', name: '' })
  const shown = async (name: string) =>
    (await found().similar([{ email: 'zoe@example.com', name, family: ['parent@example.com'] }]))
      .flat()
      .map(({ _id }) => _id)
  expect(await shown('Zoe')).toEqual(ids.slice(0, 5))
  expect(await shown('')).toEqual(ids.slice(1, 6))
})

test('what a mail does not name is not searched by: newer inquiries without a name or address hide none', async () => {
  const { _id } = await inquiry({ created_at: day(0), name: '' })
  for (const date of [2, 3, 4, 5, 6]) await inquiry({ created_at: day(date), name: '', email: 'ada@example.com' })
  const other = await inquiry({ name: 'Nils', email: '' })
  for (const date of [2, 3, 4, 5, 6]) await inquiry({ created_at: day(date), name: 'Ada', email: '' })
  const shown = async (email: string, name: string) =>
    (await found().similar([{ email, name, family: [] }])).flat().map((one) => one._id)
  expect(await shown('zoe@example.com', '')).toEqual([_id])
  expect(await shown('', 'Nils')).toEqual([other._id])
  const senders = ['zoe@example.com', ''].flatMap((email) =>
    ['', 'Nils', 'Eve'].map((name) => ({ email, name, family: [] })),
  )
  const together = (await found().similar(senders)).map((each) => each.map((one) => one._id))
  expect(together).toEqual([[_id], [other._id, _id], [_id], [], [other._id], []])
})

test('the database is asked once for several senders and several answers, and not without a sender or a token', async () => {
  const [one, other] = [await inquiry(), await inquiry({ email: 'ada@example.com', name: 'Ada' })]
  for (const date of [2, 3, 4, 5, 6, 7]) await inquiry({ created_at: day(date) })
  const db = vi.fn(() => database.mongo.db())
  const counted = conversations(db, domain)
  expect(await counted.similar([])).toEqual([])
  expect(await counted.ofSubject('Re: hello', 'zoe@example.com')).toBeUndefined()
  expect(db).not.toHaveBeenCalled()
  const senders = ['zoe', 'ada'].map((name) => ({ email: `${name}@example.com`, name: '', family: [] }))
  expect((await counted.similar(senders)).map((each) => each.length)).toEqual([5, 1])
  expect(db).toHaveBeenCalledTimes(1)
  await counted.receive([one, other].map(({ _id }) => ({ inquiry: _id, newest: newest(day(3)) })))
  expect(db).toHaveBeenCalledTimes(2)
})

test('similar ones of several senders are read together, and one with many takes nothing from the others', async () => {
  const sender = (email: string, name = '') => ({ email, name, family: [] })
  const { _id } = await inquiry({ created_at: day(1), email: 'ada@example.com', name: 'Ada' })
  const senders = [sender('zoe@example.com', 'Zoe'), sender('ada@example.com'), sender('', 'Ada'), sender('', 'Eve')]
  const shown = async () => (await found().similar(senders)).map((each) => each.map(({ _id }) => String(_id)))
  expect(await shown()).toEqual([[], [String(_id)], [String(_id)], []])
  for (const date of Array.from({ length: 25 }, (_, n) => n % 25)) await inquiry({ created_at: day(date + 2) })
  expect((await found().similar(senders.slice(0, 2)))[1]).toHaveLength(1)
  const [most, ...others] = await shown()
  expect(most).toHaveLength(5)
  expect(others).toEqual([[String(_id)], [String(_id)], []])
})

test('a sender is marked while an inquiry of theirs is spam because staff said so', async () => {
  await inquiry({ spam: true, spam_reason: 'links' })
  expect(await found().isMarked('zoe@example.com')).toBe(false)
  const { _id } = await inquiry({ spam: true, spam_reason: 'marked' })
  expect(await found().isMarked('zoe@example.com')).toBe(true)
  expect(await found().isMarked('ada@example.com')).toBe(false)
  await inquiries().updateOne({ _id }, { $set: { spam: false } })
  expect(await found().isMarked('zoe@example.com')).toBe(false)
})

test.each(['answered', 'closed'])(
  'an answer opens an inquiry that was %s, once, and takes its undo away',
  async (status) => {
    const { _id, hex, read } = await inquiry({
      ...{ status, answered_at: day(2), closed_at: day(3), reminded_at: day(2), former: { action: 'close' } },
      ...{ snoozed_until: day(20), [mailVersionField]: 4 },
    })
    const answer = newest(day(10))
    expect(await found().receive([{ inquiry: _id, newest: answer }])).toEqual(new Set([hex]))
    const once = await read()
    expect(once).toMatchObject({
      ...{ status: 'in_progress', answered_at: null, first_answered_at: day(2), closed_at: null, reminded_at: null },
      ...{ former: null, snoozed_until: null, incoming: [answer.id], newest_in: answer, updated_at: now },
    })
    expect(once['due_by']).toEqual(new Date(day(10).getTime() + responseTime))
    expect(once[mailVersionField]).toBe(5)
    expect(once[waitingEventsField]).toEqual([
      {
        ...{ _id: expect.any(ObjectId), type: 'message.received', by: null, at: now },
        changed: ['status', 'due_by', 'answered_at'],
      },
    ])
    // A worker that was ended in between adds it again.
    expect(await found().receive([{ inquiry: _id, newest: answer }])).toEqual(new Set([hex]))
    expect(await read()).toEqual(once)
  },
)

test('an answer to an open inquiry, and to spam, leaves its state; the newest one is shown, however late another comes', async () => {
  const before = { answered_at: day(2), closed_at: day(3), reminded_at: day(4), first_answered_at: day(1) }
  const open = await inquiry({ status: 'in_progress', due_by: day(5), former: { action: 'assign' }, ...before })
  const spam = await inquiry({ status: 'closed', spam: true, closed_at: day(2) })
  const [late, early] = [newest(day(12), 'x'.repeat(600)), newest(day(11))]
  await found().receive([
    { inquiry: open._id, newest: late },
    { inquiry: spam._id, newest: newest(day(12)) },
  ])
  await found().receive([{ inquiry: open._id, newest: early }])
  expect(await open.read()).toMatchObject({
    ...{ status: 'in_progress', due_by: day(5), former: { action: 'assign' }, incoming: [late.id, early.id] },
    ...{ ...before, [mailVersionField]: 2, newest_in: { ...late, text: 'x'.repeat(500) } },
  })
  expect(await spam.read()).toMatchObject({ status: 'closed', closed_at: day(2) })
  const { from: _, ...unsigned } = newest(day(13))
  await found().receive([{ inquiry: spam._id, newest: unsigned }])
  expect((await spam.read())['newest_in']).toEqual(unsigned)
})

test('of answers to inquiries that are gone it says which exist', async () => {
  const [{ _id, hex }] = [await inquiry(), await inquiry()]
  const gone = new ObjectId()
  const answers = [_id, gone].map((id) => ({ inquiry: id, newest: newest(day(3)) }))
  expect(await found().receive(answers)).toEqual(new Set([hex]))
  expect(await found().existing([_id, gone])).toEqual(new Set([hex]))
})

test('what an erasure removes is shown nowhere, and the inquiries of an address are found', async () => {
  const [one, other] = [await inquiry(), await inquiry({ email: 'ada@example.com' })]
  const [first, second] = [newest(day(3)), newest(day(3))]
  await found().receive([
    { inquiry: one._id, newest: first },
    { inquiry: other._id, newest: second },
  ])
  await found().forget([first.id])
  expect((await one.read())['newest_in']).toBeNull()
  expect((await other.read())['newest_in']).toEqual(second)
  expect(await found().idsOf('ada@example.com')).toEqual([other._id])
})

test('a mail of ours has an answer when one of its conversation names it', async () => {
  const { _id } = await inquiry()
  const mails = database.mongo.db().collection('inbound_mails')
  await mails.insertOne({ inquiry: _id, answers: '<reply@archery.example>', state: 'threaded' })
  await mails.insertOne({ inquiry: _id, answers: '<other@archery.example>', state: 'automated' })
  expect(await found().hasAnswer(_id, '<reply@archery.example>')).toBe(true)
  expect(await found().hasAnswer(_id, '<other@archery.example>')).toBe(false)
  expect(await found().hasAnswer(new ObjectId(), '<reply@archery.example>')).toBe(false)
})
