import { seconds } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { ObjectId } from 'mongodb'
import { beforeEach, expect, test } from 'vitest'
import { mailAddresses } from '../addresses/mail-addresses'
import { formsDatabase, inquiryId } from '../app.fixture'
import { conversationWords } from '../search/conversation-words'
import { arrivedMails, newMailId } from './arrived-mails'
import { conversations } from './conversations'
import { inboundFiles } from './inbound-files'
import type { InboundMail } from './inbound-mail'
import type { Place } from './place-mail'
import { readMail } from './read-mail'
import { readWaiting, waitingMails } from './read-waiting'

const { collection, inquiries, mongo, storeInquiry } = formsDatabase()
const inquiry = new ObjectId(inquiryId)
const start = new Date('2027-03-01T09:00:00Z')
let at = start
const now = () => at
const mails = () => collection<InboundMail>('inbound_mails')
const stored = () => mails().find().sort({ _id: 1 }).toArray()
const attachments = () => collection('inbound_files.files').find({ 'metadata.kind': 'attachment' }).toArray()
const told = async () => (await inquiries())[0]?.incoming ?? []

const files = inboundFiles(mongo.db)
const arrived = arrivedMails(mongo.db, now)
const waiting = waitingMails(mongo.db, now)
const known = conversations(mongo.db, 'archery.example', now)
beforeEach(async () => {
  at = start
  await storeInquiry({ status: 'answered' })
})

const withFile = `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nHi\r\n--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n%PDF\r\n--b--\r\n`
const mail = (subject: string, body = '\r\nHi\r\n') => `Subject: ${subject}\r\n${body}`
/** Stores mails as they come in. */
async function receive(...texts: string[]): Promise<ObjectId[]> {
  const ids = texts.map(newMailId)
  for (const [n, text] of texts.entries()) {
    const [id, bytes] = [ids[n]!, Buffer.from(text)]
    const [raw] = await files.add([{ bytes, metadata: { mail: id, kind: 'raw' } }])
    await arrived.add([{ id, keys: [id.toHexString()], raw: raw!, size: bytes.length, received_at: start }])
  }
  return ids
}

const conversation = { _id: inquiry, spam: false, created_at: new Date(0) }
const places: Readonly<Record<string, Place>> = {
  answer: { state: 'threaded', reason: '', conversation },
  note: { state: 'automated', reason: 'Out of office.', conversation },
  report: {
    ...{ state: 'automated', reason: 'A report.' },
    suppressed: { email: 'gone@club.example', reason: 'bounced', status: '5.1.1' },
  },
}
type Change = Partial<Parameters<typeof readWaiting>[0]>
/** A worker, in which some parts may fail. */
const worker = (change: Change = {}) =>
  readWaiting({
    ...{ waiting, arrived, files, conversations: known, words: conversationWords(mongo.db, now) },
    ...{ addresses: mailAddresses(mongo.db, now), read: readMail, clock: () => 0 },
    place: async ({ content }) => places[content.subject] ?? { state: 'unmatched', reason: '' },
    log: { info() {}, warn() {} },
    ...change,
  })
const busy = async (): Promise<never> => {
  throw new Error('database busy')
}

test('mails are placed with what they say, and their inquiry is told in the order in which they came', async () => {
  const ids = await receive(mail('answer', withFile), mail('other'), mail('answer', '\r\nHo\r\n'))
  await worker().all()
  const found = await stored()
  expect(found).toMatchObject([
    { state: 'threaded', inquiry, due_at: null, attachments: [{ name: 'a.pdf', file: expect.any(ObjectId) }] },
    { state: 'unmatched', inquiry: null, due_at: null, attachments: [] },
    { state: 'threaded', inquiry, due_at: null, text: 'Ho' },
  ])
  for (const one of found) expect(one).not.toHaveProperty('is_pending')
  expect(await told()).toEqual([ids[0], ids[2]])
  expect((await inquiries())[0]).toMatchObject({ status: 'in_progress', newest_in: { text: 'Ho' } })
  const { file, size } = found[0]!.attachments![0]!
  const read = await files.read([{ id: file!, length: size }])
  expect(String(read.get(file!.toHexString()))).toContain('%PDF')
})

test('what mentions an inquiry is found by its words; a report ends mailings to its address', async () => {
  await receive(mail('note'), mail('report'))
  await worker().all()
  expect(await told()).toEqual([])
  expect((await inquiries())[0]).toMatchObject({ search_due: at })
  expect(await mailAddresses(mongo.db).find(['gone@club.example'])).toMatchObject([
    { email: 'gone@club.example', reason: 'bounced', status: '5.1.1' },
  ])
})

test('what another worker has claimed meanwhile is placed by that one, and leaves no files', async () => {
  const [lost, own] = await receive(mail('answer', withFile), mail('answer', '\r\nHo\r\n'))
  const claim = new ObjectId()
  await worker({
    async read(raw, obstacle) {
      await mails().updateOne({ _id: lost! }, { $set: { claim } })
      return readMail(raw, obstacle)
    },
  }).all()
  expect(await stored()).toMatchObject([{ state: 'waiting', claim }, { state: 'threaded' }])
  expect(await attachments()).toEqual([])
  expect(await told()).toEqual([own])
})

test('many workers that read at the same moment tell an inquiry of each mail once', async () => {
  const ids = await receive(...Array.from({ length: 12 }, (_, n) => mail('answer', `\r\nMail ${n}\r\n`)))
  await Promise.all([worker().all(), worker().all(), worker().all()])
  expect((await told()).map(String).toSorted()).toEqual(ids.map(String).toSorted())
})

test('answers to an inquiry that was deleted meanwhile are taken out of it', async () => {
  await receive(mail('answer'))
  await collection(inquiryTable).deleteMany({})
  await worker().all()
  const [one] = await stored()
  expect(one).toMatchObject({ state: 'unmatched', inquiry: null, reason: 'Its inquiry was deleted.' })
  expect(one).not.toHaveProperty('is_pending')
})

test('mails that were read together with one whose raw form is not complete are placed, that one is tried again', async () => {
  const [whole] = await receive(mail('answer'), mail('answer'))
  const [, broken] = await stored()
  await collection('inbound_files.chunks').deleteMany({ files_id: broken!.raw })
  await worker().all()
  const due_at = new Date(start.getTime() + seconds(10))
  expect(await stored()).toMatchObject([
    { state: 'waiting', due_at },
    { state: 'waiting', due_at },
  ])
  at = due_at
  // One by one.
  await worker().all()
  expect(await stored()).toMatchObject([{ state: 'threaded' }, { state: 'waiting' }])
  expect(await told()).toEqual([whole])
})

test('a failure before mails are placed postpones them; the next attempt leaves one file for each attachment', async () => {
  await receive(mail('answer', withFile), mail('answer', withFile))
  await worker({ waiting: { ...waiting, place: busy } }).all()
  const due_at = new Date(start.getTime() + seconds(10))
  expect(await stored()).toMatchObject([
    { state: 'waiting', due_at },
    { state: 'waiting', due_at },
  ])
  expect(await attachments()).toHaveLength(2)
  at = due_at
  await worker().all()
  const named = (await stored()).flatMap((one) => one.attachments?.map(({ file }) => String(file)) ?? [])
  expect(named).toHaveLength(2)
  expect((await attachments()).map(({ _id }) => String(_id)).toSorted()).toEqual(named.toSorted())
})

test('a failure before their inquiry knows leaves mails placed, and it is told of them later, once', async () => {
  const ids = await receive(mail('answer'), mail('answer'))
  await worker({ conversations: { receive: busy } }).all()
  expect(await stored()).toMatchObject([
    { state: 'threaded', is_pending: true, due_at: null },
    { state: 'threaded', is_pending: true, due_at: null },
  ])
  expect(await told()).toEqual([])
  await Promise.all([worker().tellPending(), worker().tellPending()])
  await worker().tellPending()
  expect(await told()).toEqual(ids)
  for (const one of await stored()) expect(one).not.toHaveProperty('is_pending')
})

test('what was read is placed while a mail that takes long to read is still to come', async () => {
  await receive(mail('answer'), mail('other'), mail('answer'))
  const seen: string[][] = []
  let time = 0
  await worker({
    clock: () => (time += 300),
    async read(raw, obstacle) {
      seen.push((await stored()).map(({ state }) => state))
      return readMail(raw, obstacle)
    },
  }).all()
  expect(seen[2]).toEqual(['threaded', 'unmatched', 'waiting'])
  expect((await stored()).map(({ state }) => state)).toEqual(['threaded', 'unmatched', 'threaded'])
})

test('a mail whose reading has failed too often is kept as it came', async () => {
  await receive(mail('answer'))
  await mails().updateMany({}, { $set: { attempts: 5 } })
  const obstacles: (string | undefined)[] = []
  await worker({
    read(raw, obstacle) {
      obstacles.push(obstacle)
      return readMail(raw, obstacle)
    },
  }).all()
  expect(obstacles).toEqual([expect.stringContaining('failed several times')])
  expect(await stored()).toMatchObject([{ due_at: null, readable: false, note: obstacles[0] }])
})
