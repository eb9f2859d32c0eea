import { days } from '@app/contracts/durations'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { beforeEach, expect, test } from 'vitest'
import { arrivedMails } from './arrived-mails'
import { conversations } from './conversations'
import { inboundActions } from './inbound-actions'
import { inboundFiles } from './inbound-files'
import { erasedMails, type InboundMail } from './inbound-mail'
import { type InboundLimits, inboundQuotas } from './quotas'
import { type Incoming, knowingPeer, receiveMails } from './receive-mail'

const limits: InboundLimits = { mailsPerNetwork: 5, bytesPerNetwork: 10_000, bytesInAll: 50_000 }
const database = testDatabase(async ({ db }) => {
  await Promise.all([arrivedMails(db), inboundQuotas(db, limits), erasedMails(db)].map((one) => one.prepare()))
})
const db = () => database.mongo.db()
let now: number
const arrived = arrivedMails(db, () => new Date(now))
const [files, erased] = [inboundFiles(db), erasedMails(db)]
beforeEach(async () => {
  now = Date.parse('2026-11-27T12:00:00Z')
  await database.clear()
})
/** A worker of its own: it shares nothing but the database. */
const worker = (trustedHost?: string) =>
  receiveMails({
    trustedHost,
    arrived,
    files,
    erased,
    quotas: inboundQuotas(db, limits, () => new Date(now)),
    now: () => new Date(now),
  })

let n = 0
const mail = (peer: string, bytes = 200): Incoming => ({
  ...{ peer, envelope: { from: '', to: [] } },
  raw: Buffer.from(`From: a@b.example\r\nMessage-ID: <${n++}@b.example>\r\n\r\n`.padEnd(bytes, 'x')),
})
const stored = () => db().collection<InboundMail>('inbound_mails')

test('a network has so many mails a day, and the next day again; other networks are not held up', async () => {
  const mails = Array.from({ length: 8 }, (_, at) => mail(`203.0.113.${at}`))
  expect([...(await worker()(mails))]).toEqual(mails.slice(5))
  expect(await worker()([mail('198.51.100.1')])).toEqual(new Set())
  expect((await worker()([mail('203.0.113.200')])).size).toBe(1)
  expect(await stored().countDocuments()).toBe(6)
  now += days(1)
  expect(await worker()(mails.slice(5))).toEqual(new Set())
})

test('a stranger cannot use up the quota of another network by writing notes of the trusted host', async () => {
  const trustedHost = 'mx.mail.example'
  const ours = '192.0.2.1'
  const receive = knowingPeer(async (one) => (await worker(trustedHost)([one])).size === 0, trustedHost, {
    names: async (address) => (address === ours ? ['out.mail.example'] : []),
    addresses: async () => [ours],
  })
  const noted = (peer: string): Incoming => {
    const one = mail(peer)
    return {
      ...one,
      raw: Buffer.concat([Buffer.from(`Received: from x ([203.0.113.9]) by ${trustedHost}\r\n`), one.raw]),
    }
  }
  const fits = []
  for (let at = 0; at < 6; at++) fits.push(await receive(noted('198.51.100.7')))
  expect(fits).toEqual([true, true, true, true, true, false])
  expect(await receive(mail('203.0.113.20'))).toBe(true)
  // The trusted host itself is believed: its mails count for the networks that it names.
  for (let at = 0; at < 4; at++) expect(await receive(noted(ours))).toBe(true)
  expect(await receive(noted(ours))).toBe(false)
  expect(await receive(mail(ours))).toBe(true)
})

test('a network has so many bytes a day; a smaller mail still fits', async () => {
  const [large, other, small] = [mail('203.0.113.1', 6_000), mail('203.0.113.2', 6_000), mail('203.0.113.3', 300)]
  expect([...(await worker()([large, other, small]))]).toEqual([other])
})

test('workers at the same moment cannot pass a quota together, and every mail is stored or left', async () => {
  const mails = Array.from({ length: 40 }, () => mail('203.0.113.1'))
  const receive = [worker(), worker(), worker(), worker()]
  const left = await Promise.all(mails.map((one, at) => receive[at % 4]!([one])))
  expect(left.filter(({ size }) => size === 0)).toHaveLength(5)
  expect(await stored().countDocuments()).toBe(5)
})

test('copies of a stored mail count once', async () => {
  const one = mail('203.0.113.1')
  for (let at = 0; at < 10; at++) expect((await worker()([one])).size).toBe(0)
  expect((await worker()([mail('203.0.113.2')])).size).toBe(0)
})

test('all mail outside of conversations has a limit, also from servers of the school', async () => {
  const some = () => mail('127.0.0.1', 9_000)
  expect((await worker()(Array.from({ length: 5 }, some))).size).toBe(0)
  expect((await worker()([some()])).size).toBe(1)
  await stored().updateMany({}, { $set: { state: 'threaded' } })
  expect((await worker()([some()])).size).toBe(0)
})

test('a large mail that nobody has asked for is kept for 90 days', async () => {
  const keep = (size: number) =>
    stored().insertOne({
      ...({ keys: [`k${n++}`], state: 'unmatched', size } as unknown as InboundMail),
      received_at: new Date(now - days(91)),
    })
  await keep(900_000)
  const { insertedId } = await keep(1_500_000)
  expect(await arrived.expired()).toEqual([insertedId])
})

test('mail that an erasure has removed does not come back from the mailbox, whatever its UIDs are by then', async () => {
  const actions = inboundActions({
    ...{ arrived, files, erased, conversations: conversations(db, 'archery.example') },
    words: { renew: async () => {} },
  } as unknown as Parameters<typeof inboundActions>[0])
  const { raw } = mail('')
  const copy = (sourceKey: string): Incoming => ({ raw, sourceKey })
  await worker()([copy('imap:desk:5:7')])
  await stored().updateMany({}, { $set: { sender: 'a@b.example', state: 'unmatched' } })
  expect(await actions.erase('a@b.example')).toBe(1)
  expect((await worker()([copy('imap:desk:6:1')])).size).toBe(0)
  expect(await stored().countDocuments()).toBe(0)
  // Nothing of the person or their account is in what is kept.
  expect(JSON.stringify(await db().collection('inbound_erased').find().toArray())).not.toMatch(/b\.example|desk/)
})

test('the sum of sizes has an index that holds all it reads', async () => {
  const indexes = await stored().indexes()
  expect(indexes.find(({ name }) => name === 'sizes')).toMatchObject({ key: { state: 1, size: 1 } })
})
