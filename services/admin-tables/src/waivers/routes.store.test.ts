import { notFound } from '@app/contracts/errors'
import type { SignedWaiver, WaiverText } from '@app/contracts/waivers'
import { schoolDay } from '@app/school-time/school-day'
import { addDays } from '@app/table-schema/conditions'
import { expect, test } from 'vitest'
import { students } from '../seed/school'
import { personId, testApp } from '../test-app.fixture'
import { lastDay, type WaiverDeps, waiverActions } from './sign-waiver'
import { hashOf } from './waiver-store'

const setup = testApp()

const at = '2026-05-01T09:00:00.000Z'
const [ada, ben] = ['a'.repeat(24), 'b'.repeat(24)]
const today = schoolDay(Date.now())
const student = (id: string, birth_date: string) => ({
  ...{ id, name: 'Ada Brook', birth_date, level: 'beginner', guardians: null, waiver_signed: false },
  ...{ created_at: at, updated_at: at },
})
const records = [student(ada, '1990-05-01'), student(ben, addDays(today, -3_650))]
const actor = { id: personId('ada'), email: 'ada@example.com', requestId: '' }
const key = { 'idempotency-key': 'key-of-one-signature' }
const given = { signer: 'Ada Brook', relation: 'self', textVersion: 1, typed: 'Ada Brook' }
const drawing = { width: 600, height: 200, path: 'M40 120L62 80M9 9L10 9' }

async function school(rights = {}) {
  const app = await setup({ tables: [students], records, rights })
  await app.waivers.publish(1, 'Please behave.', 12, 'ivy@example.com')
  const post = (path: string, body: unknown, more = {}) => app.send(path, { method: 'POST', body, ...more })
  const sign = (body: object, more: { id?: string; who?: string; headers?: Record<string, string> } = {}) =>
    post(`/api/students/${more.id ?? ada}/waiver`, body, more)
  const change = async (body: object) =>
    expect((await app.send(`/api/tables/students/${ada}`, { method: 'PUT', body })).status).toBe(200)
  const { tables, records: reads, waivers, revisions, apply } = app
  const deps: WaiverDeps = { tables, records: reads, waivers, revisions, apply }
  const signatures = () => app.collection('waiver_signatures').find().toArray()
  const killed = waiverActions({ ...deps, apply: () => Promise.reject(new Error('killed')) })
  const { sweep, sign: signNow } = waiverActions(deps)
  const gone = waiverActions({ ...deps, apply: () => Promise.reject(notFound()) })
  return { ...app, post, sign, change, sweep, signNow, signatures, killed, gone }
}
const json = async <T>(answer: Response, status = 200) => {
  const body = (await answer.json()) as T
  expect([answer.status, body]).toEqual([status, body])
  return body
}

test('a signature keeps who signed which text, and the student when it ends', async () => {
  const { sign, signatures, row, audited, get } = await school()
  const made = await json<SignedWaiver>(await sign({ ...given, typed: undefined, drawing }), 201)
  const hash = hashOf('Please behave.')
  expect(made).toMatchObject({
    signer: 'Ada Brook',
    relation: 'self',
    textVersion: 1,
    textHash: hash,
    typed: null,
    drawing,
  })
  expect(made.until).toBe(lastDay(today, 12))
  expect(await row(ada)).toMatchObject({ waiver_signed: true, waiver_until: made.until })
  expect(await signatures()).toMatchObject([{ student: ada, by: { email: 'ada@example.com' } }])
  expect(await json(await get(`/api/students/${ada}/waivers`, 'ada'))).toEqual({ data: [made] })
  expect((await audited()).map(({ action, table, id }) => [action, table, id])).toEqual([
    ['waiver', 'students', ada],
    ['update', 'students', ada],
  ])
})

test('a repeated call signs once, and its key is refused with other values', async () => {
  const { sign, signatures } = await school()
  const first = await json(await sign(given, { headers: key }), 201)
  const [second, third] = await Promise.all([sign(given, { headers: key }), sign(given, { headers: key })])
  expect(await json(second, 201)).toEqual(first)
  expect(await json(third, 201)).toEqual(first)
  expect(await signatures()).toHaveLength(1)
  await json(await sign({ ...given, signer: 'Eve Brook' }, { headers: key }), 422)
  await json(await sign(given, { headers: key, id: ben }), 422)
})

test('what was interrupted after the signature is completed by a repeated call, and by the sweep', async () => {
  const { sign, killed, sweep, row, signatures } = await school()
  const theirs = { ...given, relation: 'self' } as const
  await expect(killed.sign(ada, theirs, actor, key['idempotency-key'])).rejects.toThrow('killed')
  expect(await row(ada)).toMatchObject({ waiver_signed: false })
  await json(await sign(given, { headers: key }), 201)
  expect(await row(ada)).toMatchObject({ waiver_signed: true })

  const byParent = { ...theirs, signer: 'Rosa Brook', relation: 'parent' } as const
  await expect(killed.sign(ben, byParent, actor)).rejects.toThrow('killed')
  expect(await row(ben)).toMatchObject({ waiver_signed: false })
  await sweep()
  expect(await row(ben)).toMatchObject({ waiver_signed: true, waiver_until: lastDay(today, 12) })
  expect(await signatures()).toHaveLength(2)
})

test('a signature for a student who is deleted at the same moment is not kept', async () => {
  const { gone, signatures } = await school()
  await expect(gone.sign(ada, { ...given, relation: 'self' }, actor)).rejects.toMatchObject({ code: 'not_found' })
  expect(await signatures()).toEqual([])
})

test('the sweep completes a signature also after other values have changed, and keeps what people decided after it', async () => {
  const { change, killed, sweep, signNow, row, signatures } = await school()
  await expect(killed.sign(ada, { ...given, relation: 'self' }, actor)).rejects.toThrow('killed')
  await change({ phone: '(916) 555-0142' })
  expect(await row(ada)).toMatchObject({ waiver_signed: false, phone: '(916) 555-0142' })
  await sweep()
  const until = lastDay(today, 12)
  expect(await row(ada)).toMatchObject({ waiver_signed: true, waiver_until: until, phone: '(916) 555-0142' })
  await change({ waiver_until: '2030-01-01' })
  await sweep()
  expect(await row(ada)).toMatchObject({ waiver_until: '2030-01-01' })

  // One that changes nothing on the student, whose waiver is then taken back.
  await change({ waiver_until: until })
  await signNow(ada, { ...given, relation: 'self', signer: 'Ada B. Brook' }, actor)
  expect(await signatures()).toHaveLength(2)
  await change({ waiver_signed: false })
  await sweep()
  expect(await row(ada)).toMatchObject({ waiver_signed: false, waiver_until: null })
})

test('a waiver that is no longer ticked as signed has no end either, and an end that is entered stays', async () => {
  const { change, sign, row } = await school()
  await json(await sign(given), 201)
  await change({ waiver_signed: false })
  expect(await row(ada)).toMatchObject({ waiver_signed: false, waiver_until: null })
  await change({ waiver_signed: true, waiver_until: '2030-01-01' })
  await change({ waiver_signed: false, waiver_until: '2031-01-01' })
  expect(await row(ada)).toMatchObject({ waiver_signed: false, waiver_until: '2031-01-01' })
  await change({ notes: 'Paper is in the folder.' })
  expect(await row(ada)).toMatchObject({ waiver_until: '2031-01-01' })
})

test('a student under 18 does not sign; a parent does', async () => {
  const { sign, signatures, row } = await school()
  const refused = await json<{ fields: object }>(await sign(given, { id: ben }), 422)
  expect(refused.fields).toEqual({ relation: 'A student under 18 cannot sign: a parent or guardian must' })
  expect(await signatures()).toEqual([])
  await json(await sign({ ...given, signer: 'Rosa Brook', relation: 'parent' }, { id: ben }), 201)
  // The missing guardian of this record does not matter here.
  expect(await row(ben)).toMatchObject({ waiver_signed: true })
})

test('only the current version is signed, and a new one leaves earlier signatures as they are', async () => {
  const { post, sign, get } = await school()
  const first = await json<SignedWaiver>(await sign(given), 201)
  const next = { text: 'Please behave.\r\nAnd listen.', months: null, replaces: 1 }
  const second = await json<WaiverText>(await post('/api/waiver-texts', next), 201)
  expect(second).toMatchObject({ version: 2, text: 'Please behave.\nAnd listen.', months: null, isSample: false })
  const refused = await json<{ error: string }>(await sign(given), 409)
  expect(refused.error).toBe('The text of the waiver has changed: version 2 is current. Please read and sign that one.')
  await json(await sign({ ...given, textVersion: 3 }), 422)
  const again = await json<SignedWaiver>(await sign({ ...given, textVersion: 2 }), 201)
  expect(again).toMatchObject({ until: null, textHash: second.hash })
  const { data } = await json<{ data: SignedWaiver[] }>(await get(`/api/students/${ada}/waivers`, 'ada'))
  expect(data).toEqual([again, first])
})

test('nobody signs the placeholder; the text that an admin publishes is signed', async () => {
  const { waivers, sign, post, signatures, collection } = await school()
  await collection('waiver_texts').deleteMany({})
  await waivers.prepare()
  const refused = await json<{ error: string }>(await sign(given), 409)
  expect(refused.error).toBe('An admin must publish the waiver of the school first.')
  expect(await signatures()).toEqual([])
  const text = { text: 'Please behave.\nAnd listen.', months: 12, replaces: 1 }
  await json(await post('/api/waiver-texts', text), 201)
  await json(await sign({ ...given, textVersion: 2 }), 201)
})

test('of two texts published at once one is kept; the same text again is no new version', async () => {
  const { post, get } = await school()
  const answers = await Promise.all(
    ['One', 'Two'].map((text) => post('/api/waiver-texts', { text, months: 6, replaces: 1 })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const { data } = await json<{ data: WaiverText[] }>(await get('/api/waiver-texts', 'ada'))
  expect(data.map(({ version }) => version)).toEqual([2, 1])
  const { text, months } = data[0]!
  expect(await json(await post('/api/waiver-texts', { text, months, replaces: 1 }), 201)).toEqual(data[0])
})

test.each([
  ['both ways of signing', { drawing }],
  ['no way of signing', { typed: undefined }],
  ['an empty name', { typed: ' ' }],
  ['markup in a drawing', { typed: undefined, drawing: { ...drawing, path: 'M1 1L2 2"/><script>' } }],
  ['a drawing of one point', { typed: undefined, drawing: { ...drawing, path: 'M1 1L1 1' } }],
  ['a drawing too large', { typed: undefined, drawing: { ...drawing, path: `M1 1${'L2 2'.repeat(20_000)}` } }],
  ['a field too wide', { typed: undefined, drawing: { ...drawing, width: 100_000 } }],
  ['a line break in the name', { signer: 'Ada\nBrook' }],
  ['an unknown relation', { relation: 'friend' }],
  ['a text for the version', { textVersion: '1' }],
  ['an unknown field', { notes: 'x' }],
])('%s is refused, and nothing is signed', async (_, change) => {
  const { sign, signatures } = await school()
  await json(await sign({ ...given, ...change }), 422)
  expect(await signatures()).toEqual([])
})

test('signing needs the right to edit students, and a text is published by admins', async () => {
  const viewer = await school({ students: 'view' })
  const as = { who: 'sam' }
  await json(await viewer.sign(given, as), 403)
  await json(await viewer.get('/api/waiver-texts', 'sam'))
  await json(await viewer.get(`/api/students/${ada}/waivers`, 'sam'))
  await json(await viewer.post('/api/waiver-texts', { text: 'X', months: 1, replaces: 1 }, as), 403)
  const stranger = await school()
  await json(await stranger.sign(given, as), 404)
  await json(await stranger.get(`/api/students/${ada}/waivers`, 'sam'), 404)
  const editor = await school({ students: 'edit' })
  await json(await editor.sign(given, as), 201)
  await json(await editor.sign(given, { id: 'c'.repeat(24) }), 404)
})

test('a signature ends on the same day, or on the last of a shorter month', () => {
  expect(lastDay('2026-11-28', 12)).toBe('2027-11-28')
  expect(lastDay('2027-08-31', 6)).toBe('2028-02-29')
  expect(lastDay('2026-12-31', 2)).toBe('2027-02-28')
  expect(lastDay('2026-01-15', 24)).toBe('2028-01-15')
})
