import { hours } from '@app/contracts/durations'
import type { SigningKey } from '@app/contracts/signing-keys'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { appendAudit } from './audit'
import { auditDatabase } from './models/audit.fixture'
import { hashOf, placeOf, type StoredEntry } from './models/audit-collection'
import { armored, headReader, headSigner, headSigning, type SignedReport, signedHeadsIn } from './sign-heads'
import { verifyAudit } from './verify'

async function newKey(kid: string) {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid } as SigningKey
  const { d: _private, ...publicKey } = key
  return { key, keys: { keys: [publicKey] } }
}

const { stored, entries, at, put, remove } = auditDatabase()
const forms = () => appendAudit(stored, 'forms')
const update = (recordId: string, append = forms()) =>
  append({ actor: { id: 'u1', email: 'ada@example.com' }, action: 'update', table: 'lessons', recordId })
const placeIn = (number: number) => placeOf('forms', number)

async function setup() {
  const { key, keys } = await newKey('k1')
  const append = forms()
  await Promise.all(Array.from({ length: 6 }, (_, n) => update(`l${n + 1}`, append)))
  const time = { now: Date.UTC(2026, 0, 5, 9) }
  const mails: SignedReport[] = []
  const logged: string[] = []
  const state = { queueAway: false }
  const signing = headSigning({
    stored,
    append: appendAudit(stored, 'auth'),
    sign: await headSigner(key),
    mail: async (report) => !state.queueAway && Boolean(mails.push(report)),
    log: { info: () => {}, error: (_, event) => void logged.push(event) },
    now: () => time.now,
  })
  return { signing, read: await headReader(keys), mails, logged, time, state }
}

/** What only the operator of the database can do: change an entry, and make all hashes fit again. */
async function rehash(change: (entry: StoredEntry) => void) {
  let previous = ''
  for (const entry of (await entries()).filter(({ chain }) => chain === 'forms')) {
    change(entry)
    entry.previous = previous
    previous = entry.hash = hashOf(entry)
    await put(entry)
  }
}
const forget = async (action: string) =>
  remove(...(await entries()).filter((entry) => entry.action === action).map(({ _id }) => _id))

const becomesEve = (entry: StoredEntry) => {
  if (entry.number === 3) entry.email = 'eve@example.com'
}

test('an end that was cut off is detected by signed heads that were kept outside', async () => {
  const { signing, mails, read } = await setup()
  await signing.run()
  const signed = [mails[0]!.signed]
  expect((await verifyAudit(stored, { read, signed })).faults).toEqual([])
  await remove(placeIn(5), placeIn(6))
  await forget('sign-heads')
  expect((await verifyAudit(stored, { read })).faults).toEqual([])
  expect((await verifyAudit(stored, { read, signed })).faults).toEqual([
    {
      place: 'forms/000000000006',
      kind: 'missing',
      text: 'was there when the heads of 2026-01-05T09:00:00.000Z were signed',
    },
  ])
})

test('a chain with another actor and hashes that fit is detected by the signed entry, and without it by the mail', async () => {
  const { signing, mails, read } = await setup()
  await signing.run()
  await rehash(becomesEve)
  const other = { place: 'forms/000000000006', kind: 'changed' }
  expect((await verifyAudit(stored, { read })).faults).toMatchObject([other])
  await forget('sign-heads')
  expect((await verifyAudit(stored, { read })).faults).toEqual([])
  expect((await verifyAudit(stored, { read, signed: [mails[0]!.signed] })).faults).toMatchObject([other])
})

test('both are detected by the heads in an archive', async () => {
  const { read } = await setup()
  const archives = [{ createdAt: '2026-01-05T08:00:00.000Z', heads: await stored.heads() }]
  expect((await verifyAudit(stored, { read, archives })).faults).toEqual([])
  await rehash(becomesEve)
  expect((await verifyAudit(stored, { read, archives })).faults).toMatchObject([
    { kind: 'changed', text: 'was another when the backup of 2026-01-05T08:00:00.000Z was made' },
  ])
  await remove(placeIn(6))
  expect((await verifyAudit(stored, { read, archives })).faults).toMatchObject([{ kind: 'missing' }])
})

test('heads that another key has signed, or that were altered, are a fault', async () => {
  const { signing, read, mails } = await setup()
  await signing.run()
  const foreign = await (await headSigner((await newKey('k1')).key))({ at: mails[0]!.at, heads: await stored.heads() })
  expect((await verifyAudit(stored, { read, signed: [foreign] })).faults).toMatchObject([
    { place: 'a given statement of heads', text: 'is not signed with a key of AUDIT_PUBLIC_KEYS' },
  ])
  const entry = { ...(await at(placeOf('auth', 1))), about: { signed: foreign } }
  await put({ ...entry, hash: hashOf(entry) })
  expect((await verifyAudit(stored, { read })).faults).toMatchObject([{ place: 'auth/000000000001', kind: 'changed' }])
})

test('heads are signed each hour, mailed and noted once a day, by one of several replicas', async () => {
  const { signing, mails, time, state } = await setup()
  state.queueAway = true
  await signing.run()
  expect(mails).toEqual([])
  state.queueAway = false
  for (let hour = 0; hour < 24; hour++) {
    time.now += hours(1)
    await update(`hour ${hour}`)
    await signing.run()
  }
  expect(mails.map(({ at }) => at)).toEqual(['2026-01-05T10:00:00.000Z', '2026-01-06T00:00:00.000Z'])
  expect((await entries()).filter(({ action }) => action === 'sign-heads')).toHaveLength(2)
})

test('a process notices that what it has signed was changed, and the mail says so', async () => {
  const { signing, logged, mails, time } = await setup()
  await signing.run()
  await rehash(becomesEve)
  time.now += hours(24)
  await signing.run()
  expect([signing.changed(), logged, mails.at(-1)?.changed]).toEqual([
    1,
    ['audit is not as it was signed'],
    ['forms/000000000006'],
  ])
})

test('signed heads are found in a mail, also a quoted one, and in lines of the log', async () => {
  const { signing, mails, read } = await setup()
  await signing.run()
  const { signed } = mails[0]!
  const quoted = armored(signed).replaceAll('\n', '\r\n> ')
  expect(signedHeadsIn(`Hello,\n\n${armored(signed)}\n\nKeep it.`)).toEqual([signed])
  expect(signedHeadsIn(`> ${quoted}\r\n`)).toEqual([signed])
  expect(signedHeadsIn(`auth-1 | {"level":30,"signed":"${signed}","msg":"audit heads signed"}\n`)).toEqual([signed])
  expect(await read(signed)).toMatchObject({ heads: { forms: { number: 6 } } })
  expect(signedHeadsIn('nothing here')).toEqual([])
})
