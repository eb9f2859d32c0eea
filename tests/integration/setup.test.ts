import type { Job } from '@app/contracts/jobs'
import type { Samples, Setup } from '@app/contracts/setup'
import { type Document, ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { adminEmail, type Product } from '../support/product'
import { shareSamples } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser

beforeAll(async () => {
  product = await shareSamples()
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
})
afterAll(async () => {
  // Others who share the product find the sample records again.
  await signedIn(new Date())
  if (removed) await undo(removed)
  await product?.stop()
})

let removed: string | undefined
const signedIn = (at: Date) => collection('sessions').updateMany({}, { $set: { created_at: at } })
const collection = (name: string) => product.db.collection(name)
const setup = async () => (await admin.get('/api/setup')).body as unknown as Setup
const stepOf = async (name: string) => (await setup()).steps.find(({ step }) => step === name)!
const samples = async () => ((await admin.get('/api/samples')).body as unknown as Samples).tables
const left = async () => (await samples()).flatMap(({ records }) => records)
const ofTable = async (name: string) => (await samples()).find(({ table }) => table === name)?.records ?? []
const ended = (id: string) =>
  until('the end of the job', async () => {
    const job = (await admin.get(`/api/jobs/${id}`)).body as unknown as Job
    return job.endedAt === null ? undefined : job
  })
async function remove(changed: readonly string[] = []): Promise<Job> {
  const { status, body } = await admin.post('/api/samples/remove', { changed })
  expect(status).toBe(202)
  return ended(String(body['id']))
}
async function undo(id: string): Promise<Job> {
  const { body } = await admin.post(`/api/jobs/${id}/undo`, {})
  return ended(String(body['id']))
}
/** What services note for themselves: events to report, revisions to copy, words to collect. */
const bookkeeping = /^(_events|_revisions|search_.*)$/

const student = { name: 'Ada Brook', birth_date: '1990-01-01', level: 'beginner' }
const add = async (table: string, values: object) =>
  String((await admin.post(`/api/tables/${table}`, values)).body['id'])

test('steps are ticked by what is stored, may be confirmed or skipped by name, and hidden', async () => {
  expect((await setup()).steps.map(({ step, isDone }) => [step, isDone])).toEqual([
    ...['name', 'hours', 'phone', 'prices', 'mail'].map((step) => [step, false]),
    ...['mailbox', 'passkey'].map((step) => [step, null]),
    ...['colleague', 'students', 'publish'].map((step) => [step, false]),
  ])
  const marked = await admin.send('PUT', '/api/setup/steps/hours', { as: 'confirmed' })
  expect(marked.status).toBe(200)
  expect(await stepOf('hours')).toMatchObject({ isDone: false, mark: { as: 'confirmed', by: adminEmail } })
  await admin.send('PUT', '/api/setup/steps/hours', { as: 'open' })
  expect((await stepOf('hours')).mark).toBeNull()
  expect((await admin.send('PUT', '/api/setup/steps/students', { as: 'confirmed' })).status).toBe(422)
  expect((await admin.send('PUT', '/api/setup/steps/nowhere', { as: 'skipped' })).status).toBe(404)
  await admin.send('PUT', '/api/setup/hidden', { hidden: true })
  expect((await setup()).hidden).toMatchObject({ by: adminEmail })
  await admin.send('PUT', '/api/setup/hidden', { hidden: false })
  expect((await setup()).hidden).toBeNull()

  const { content, tag } = (await admin.get('/api/site/draft')).body as { content: { facts: object }; tag: string }
  const changed = { ...content, facts: { ...content.facts, phone: '(916) 555-0177' } }
  await admin.send('PUT', '/api/site/draft', changed, { 'if-match': `"${tag}"` })
  expect((await stepOf('phone')).isDone).toBe(true)
  const draft = (await admin.get('/api/site/draft')).body as { tag: string }
  await admin.post('/api/site/publish', {}, { 'if-match': `"${draft.tag}"` })
  expect((await stepOf('publish')).isDone).toBe(true)
  expect((await stepOf('phone')).isDone).toBe(true)

  const card = (await collection('service_cards').findOne({ icon: 'party' }))!
  await admin.send('PUT', `/api/tables/service_cards/${String(card._id)}`, { price: 375 })
  expect((await stepOf('prices')).isDone).toBe(true)
  await admin.post('/api/people', {
    ...{ email: 'robin@example.com', name: 'Robin', role: 'staff', rights: {}, exports: [] },
  })
  expect((await stepOf('colleague')).isDone).toBe(true)
  const own = await add('students', student)
  expect((await stepOf('students')).isDone).toBe(true)
  await admin.send('DELETE', `/api/tables/students/${own}`)
  expect((await stepOf('students')).isDone).toBe(false)

  await admin.post('/api/forms/test-mails', {})
  await until('the sent test mail', async () => (await stepOf('mail')).isDone || undefined)
  await collection('mailings').deleteMany({ is_notice: true })
  expect((await stepOf('mail')).isDone).toBe(true)
})

test('the sample records and no other are removed; what people have changed or use stays, is named, and all returns', async () => {
  const all = await left()
  expect(all.length).toBeGreaterThan(90)
  expect(all.filter(({ isChanged }) => isChanged)).toEqual([])
  expect((await samples()).map(({ table }) => table).toSorted()).toEqual(
    ['announcements', 'contact_submissions', 'equipment', 'guardians', 'instructors', 'lessons', 'students'].toSorted(),
  )
  const [bow] = await ofTable('equipment')
  const [inquiry] = await ofTable('contact_submissions')
  const [, pupil] = await ofTable('students')
  await admin.send('PUT', `/api/tables/equipment/${bow!.id}`, { name: 'Our own bow' })
  await admin.post(`/api/forms/submissions/${inquiry!.id}/status`, { status: 'in_progress' })
  const starts_at = '2999-01-04T17:00:00.000Z'
  const lesson = { ...{ title: 'Real lesson', kind: 'group', place: 'roseville', starts_at, minutes: 60, seats: 4 } }
  const mine = [await add('students', student), await add('lessons', { ...lesson, students: [pupil!.id] })]
  // Whoever copies the mark of a sample inquiry becomes none.
  const copied = { ...(await collection('contact_submissions').findOne({}))!, _id: new ObjectId() }
  await collection('contact_submissions').insertOne(copied)

  const changed = (await left()).filter(({ isChanged }) => isChanged)
  expect(new Set(changed.map(({ id }) => id))).toEqual(new Set([bow!.id, inquiry!.id]))
  const before = new Map<string, Document[]>()
  for (const { table } of await samples()) before.set(table, await collection(table).find().sort({ _id: 1 }).toArray())

  const job = await remove()
  expect(job).toMatchObject({ kind: 'remove-samples', state: 'done', total: all.length - 2, undoable: true })
  expect(job.skipped).toEqual([{ id: pupil!.id, reason: `${pupil!.label}: Other records refer to this one.` }])
  expect(job.changed).toBe(all.length - 3)
  expect(new Set((await left()).map(({ id }) => id))).toEqual(new Set([bow!.id, inquiry!.id, pupil!.id]))
  expect(await collection('students').countDocuments()).toBe(2)
  expect(await collection('lessons').countDocuments()).toBe(1)
  expect(await collection('contact_submissions').countDocuments({ _id: copied._id })).toBe(1)
  expect(await collection('service_cards').countDocuments()).toBe(6)
  const entry = await collection('audit_log').findOne({ record_id: job.id })
  expect(entry).toMatchObject({ action: 'batch', about: { delete: all.length - 2, samples: true } })

  const undone = await undo(job.id)
  expect(undone).toMatchObject({ state: 'done', changed: job.changed, skipped: [] })
  for (const [table, documents] of before) {
    const now = await collection(table).find().sort({ _id: 1 }).toArray()
    const shown = (list: Document[]) =>
      list.map((document) => Object.fromEntries(Object.entries(document).filter(([name]) => !bookkeeping.test(name))))
    expect([table, shown(now)]).toEqual([table, shown(documents)])
  }
  // What was undone is unchanged, so it can be removed again, now with the changed ones.
  expect((await left()).filter(({ isChanged }) => isChanged)).toHaveLength(2)
  const again = await remove([bow!.id, inquiry!.id])
  removed = again.id
  expect(again).toMatchObject({ state: 'done', changed: all.length - 1 })
  expect((await left()).map(({ id }) => id)).toEqual([pupil!.id])
  for (const [table, id] of [
    ['students', mine[0]],
    ['lessons', mine[1]],
  ] as const)
    expect((await admin.get(`/api/tables/${table}/${id}`)).status).toBe(200)
})

test('a chosen record that is no changed sample is refused; two requests at once begin one job', async () => {
  const [own] = await collection('lessons').find().toArray()
  expect((await admin.post('/api/samples/remove', { changed: [String(own!._id)] })).status).toBe(409)
  expect((await admin.post('/api/samples/remove', { changed: ['all'] })).status).toBe(422)
  const jobs = await Promise.all([admin.post('/api/samples/remove', {}), admin.post('/api/samples/remove', {})])
  const ids = new Set(jobs.filter(({ status }) => status < 300).map(({ body }) => body['id']))
  expect(ids.size).toBeGreaterThan(0)
  for (const id of ids) await ended(String(id))
  expect(await left()).toHaveLength(1)
  await signedIn(new Date(Date.now() - 3_600_000))
  expect((await admin.post('/api/samples/remove', {})).body).toMatchObject({ code: 'recent_sign_in_required' })
})
