import { hours } from '@app/contracts/durations'
import type { SigningKey } from '@app/contracts/signing-keys'
import { exportJWK, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { appendAudit } from './append'
import { hashOf, placeOf, type StoredEntry } from './entry'
import { auditInMemory } from './models/audit.fixture'
import { headSigning, type SignedReport } from './sign-heads'
import { armored, headReader, headSigner, signedHeadsIn } from './signed-heads'
import { verifyAudit } from './verify'

async function newKey(kid: string) {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid } as SigningKey
  const { d: _private, ...publicKey } = key
  return { key, keys: { keys: [publicKey] } }
}

async function setup() {
  const { key, keys } = await newKey('k1')
  const audit = auditInMemory()
  const appends = { auth: appendAudit(audit.stored, 'auth'), forms: appendAudit(audit.stored, 'forms') }
  const update = (recordId: string) =>
    appends.forms({ actor: { id: 'u1', email: 'ada@example.com' }, action: 'update', table: 'lessons', recordId })
  for (let at = 1; at <= 6; at++) await update(`l${at}`)
  const time = { now: Date.UTC(2026, 0, 5, 9) }
  const mails: SignedReport[] = []
  const logged: string[] = []
  const state = { queueAway: false }
  const signing = headSigning({
    stored: audit.stored,
    append: appends.auth,
    sign: await headSigner(key),
    mail: async (report) => !state.queueAway && Boolean(mails.push(report)),
    log: { info: () => {}, error: (_, event) => void logged.push(event) },
    now: () => time.now,
  })
  const read = await headReader(keys)
  const { entries } = audit
  const at = (number: number) => entries.get(placeOf('forms', number))!
  /** What only the operator of the database can do: change an entry, and make all hashes fit again. */
  const rehash = (change: (entry: StoredEntry) => void) => {
    let previous = ''
    for (let number = 1; entries.has(placeOf('forms', number)); number++) {
      const entry = at(number)
      change(entry)
      entry.previous = previous
      previous = entry.hash = hashOf(entry)
    }
  }
  const forget = (action: string) => {
    for (const [place, entry] of entries) if (entry.action === action) entries.delete(place)
  }
  return { ...audit, signing, read, mails, logged, time, state, update, at, rehash, forget, key, keys }
}

const becomesEve = (entry: StoredEntry) => {
  if (entry.number === 3) entry.email = 'eve@example.com'
}

test('an end that was cut off is detected by signed heads that were kept outside', async () => {
  const { signing, stored, entries, mails, read, forget } = await setup()
  await signing.run()
  const signed = [mails[0]!.signed]
  expect((await verifyAudit(stored, { read, signed })).faults).toEqual([])
  for (const number of [5, 6]) entries.delete(placeOf('forms', number))
  forget('sign-heads')
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
  const { signing, stored, mails, read, rehash, forget } = await setup()
  await signing.run()
  rehash(becomesEve)
  const other = { place: 'forms/000000000006', kind: 'changed' }
  expect((await verifyAudit(stored, { read })).faults).toMatchObject([other])
  forget('sign-heads')
  expect((await verifyAudit(stored, { read })).faults).toEqual([])
  expect((await verifyAudit(stored, { read, signed: [mails[0]!.signed] })).faults).toMatchObject([other])
})

test('both are detected by the heads in an archive', async () => {
  const { stored, entries, read, rehash } = await setup()
  const archives = [{ createdAt: '2026-01-05T08:00:00.000Z', heads: await stored.heads() }]
  expect((await verifyAudit(stored, { read, archives })).faults).toEqual([])
  rehash(becomesEve)
  expect((await verifyAudit(stored, { read, archives })).faults).toMatchObject([
    { kind: 'changed', text: 'was another when the backup of 2026-01-05T08:00:00.000Z was made' },
  ])
  entries.delete(placeOf('forms', 6))
  expect((await verifyAudit(stored, { read, archives })).faults).toMatchObject([{ kind: 'missing' }])
})

test('heads that another key has signed, or that were altered, are a fault', async () => {
  const { signing, stored, entries, read, mails } = await setup()
  await signing.run()
  const foreign = await (await headSigner((await newKey('k1')).key))({ at: mails[0]!.at, heads: await stored.heads() })
  expect((await verifyAudit(stored, { read, signed: [foreign] })).faults).toMatchObject([
    { place: 'a given statement of heads', text: 'is not signed with a key of AUDIT_PUBLIC_KEYS' },
  ])
  const entry = entries.get(placeOf('auth', 1))!
  entry.about = { signed: foreign }
  entry.hash = hashOf(entry)
  expect((await verifyAudit(stored, { read })).faults).toMatchObject([{ place: 'auth/000000000001', kind: 'changed' }])
})

test('heads are signed each hour, mailed and noted once a day, by one of several replicas', async () => {
  const { signing, entries, mails, time, state, update } = await setup()
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
  expect([...entries.values()].filter(({ action }) => action === 'sign-heads')).toHaveLength(2)
})

test('a process notices that what it has signed was changed, and the mail says so', async () => {
  const { signing, logged, mails, time, rehash } = await setup()
  await signing.run()
  rehash(becomesEve)
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
