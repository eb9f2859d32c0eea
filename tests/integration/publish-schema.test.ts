import { minutes } from '@app/contracts/durations'
import type { Job } from '@app/contracts/jobs'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { casesOf, nightlyTest } from '../support/cases'
import { command, killBefore } from '../support/kill-before'
import { adminEmail, type Product } from '../support/product'
import { secondAdmin, shareTables } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

const editor = '/api/admin/shape/trips'
let product: Product
let admin: Browser
let other: Browser

const former = { name: 'trips', title: 'Trips', properties: { goal: { type: 'string' }, seats: { type: 'string' } } }
const next = { ...former, required: ['seats'] }
const fixes = { seats: { action: 'set', value: '12' } }

beforeAll(async () => {
  product = await shareTables()
  admin = createBrowser(product.site)
  other = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  await signIn(other, product, secondAdmin)
  expect((await admin.post('/api/admin/shape', { schema: former })).status).toBe(201)
})
afterAll(() => product?.stop())
beforeEach(async () => {
  const { version } = (await admin.get(editor)).body
  await admin.send('PUT', editor, { schema: former, version })
  await trips().deleteMany({})
})

const trips = () => product.db.collection('trips')
const schema = () => product.db.collection<Document & { _id: string }>('table_schemas').findOne({ _id: 'trips' })
const fill = async (count: number) => {
  const at = new Date()
  const document = (n: number) => ({ goal: `Trip ${n}`, seats: null, created_at: at, updated_at: at })
  await trips().insertMany(Array.from({ length: count }, (_, n) => document(n)))
}
const publish = async (who: Browser) => {
  const { version } = (await who.get(editor)).body
  return who.post(`${editor}/publish`, { version, schema: next, fixes })
}
const ended = (id: string, who = admin) =>
  until(
    'the end of the job',
    async () => {
      const job = (await who.get(`/api/jobs/${id}`)).body as unknown as Job
      return job.endedAt ? job : undefined
    },
    minutes(2),
  )

// By day publish-job.store.test.ts and job-runner.store.test.ts see it, and jobs.test.ts of a batch.
nightlyTest(
  'a publication whose author is demoted stops within a part, says so, and is undone by another admin',
  async () => {
    await fill(4_000)
    const { status, body } = await publish(other)
    expect(status).toBe(202)
    await until('the first values', async () => (await trips().countDocuments({ seats: '12' })) > 0)
    await product.db.collection('users').updateOne({ email: secondAdmin }, { $set: { role: 'user' } })
    const job = await ended(String(body.id))
    await product.db.collection('users').updateOne({ email: secondAdmin }, { $set: { role: 'admin' } })
    const fixed = await trips().countDocuments({ seats: '12' })
    expect(fixed).toBeGreaterThan(0)
    expect(fixed).toBeLessThan(4_000)
    expect(job).toMatchObject({
      ...{ kind: 'publish', state: 'stopped', changed: fixed, undoable: true },
      reason: 'The right to do this has ended. What was done before is kept.',
    })
    const entry = await product.db.collection('audit_log').findOne({ action: 'stop', record_id: job.id })
    expect(entry).toMatchObject({ table: 'trips', about: { kind: 'publish', why: 'right', author: secondAdmin } })

    const undo = await admin.post(`/api/jobs/${job.id}/undo`, {})
    expect(await ended(String(undo.body.id))).toMatchObject({ kind: 'undo-publish', state: 'done', changed: fixed })
    expect(await trips().countDocuments({ seats: '12' })).toBe(0)
    expect(((await admin.get(editor)).body.schema as Document).required ?? []).toEqual([])
  },
)

const places = [
  ['the schema is saved', command('update', 'table_schemas')],
  // The bytes of the version in the report of the job.
  ['the save is reported', '\u0002saved\0'],
  ['the values are written', command('update', 'trips')],
] as const
test.each(casesOf(places, () => false))(
  'a publication that kill -9 cuts off before %s is continued once, and undone exactly',
  async (_when, before) => {
    await fill(30)
    const known = await product.db.collection('table_schema_versions').countDocuments()
    await killBefore(product, admin, before, publish)
    const begun = await product.db.collection('jobs').findOne({ kind: 'publish' }, { sort: { created_at: -1 } })
    const id = String(begun?._id)
    expect(await ended(id)).toMatchObject({ state: 'done', undoable: true })
    expect(await trips().countDocuments({ seats: '12' })).toBe(30)
    expect((await schema())?.required).toEqual(['seats'])
    // It was saved once, however often the work was begun.
    expect(await product.db.collection('table_schema_versions').countDocuments()).toBe(known + 1)
    await expect.poll(() => product.db.collection('revisions').countDocuments({ batch: id })).toBe(30)

    const undo = await admin.post(`/api/jobs/${id}/undo`, {})
    expect(await ended(String(undo.body.id))).toMatchObject({ state: 'done', changed: 30 })
    expect(await trips().countDocuments({ seats: null })).toBe(30)
    expect((await schema())?.required ?? []).toEqual([])
  },
  240_000,
)
