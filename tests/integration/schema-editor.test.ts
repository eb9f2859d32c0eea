import { minutes, seconds } from '@app/contracts/durations'
import type { Document } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { casesOf, nightlyTest } from '../support/cases'
import { startFaultProxy } from '../support/fault-proxy'
import { command } from '../support/kill-before'
import { adminEmail, type Product } from '../support/product'
import { startReplica } from '../support/replica'
import { secondAdmin, shareTables } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let admin: Browser
let second: Browser

type Field = Record<string, unknown>
const tours = (properties: Record<string, Field> = {}) => ({
  name: 'tours',
  title: 'Trips',
  title_field: 'goal',
  properties: { goal: { type: 'string' }, seats: { type: 'string' }, ...properties },
})
const editor = '/api/admin/shape'
const schemas = () => product.db.collection<Document & { _id: string }>('table_schemas')
const version = async (who: Browser) => (await who.get(`${editor}/tours`)).body.version

beforeAll(async () => {
  product = await shareTables()
  admin = createBrowser(product.site)
  second = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  await signIn(second, product, secondAdmin)
})
afterAll(() => product?.stop())

test('a new table takes records at once, and its indexes are built in the background', async () => {
  const made = await admin.post(editor, { schema: tours() })
  expect([made.status, made.body.savedBy]).toEqual([201, adminEmail])
  expect((await admin.post('/api/tables/tours', { goal: 'Folsom', seats: '12' })).status).toBe(201)
  // Behind those of the shipped tables, in a database that has just been made.
  await until(
    'the indexes',
    async () => {
      const names = (await product.db.collection('tours').indexes()).map(({ name }) => name)
      return names.includes('by_goal') && names.includes('by_seats')
    },
    seconds(50),
  )
})

test('of two admins who save at once, one is told that the other was faster', async () => {
  const before = await version(admin)
  const answers = await Promise.all(
    [admin, second].map((who, at) =>
      who.send('PUT', `${editor}/tours`, { schema: tours({ [`field${at}`]: { type: 'string' } }), version: before }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)!
  expect([adminEmail, secondAdmin]).toContain(refused.body.savedBy)
  const { data } = (await admin.get(`${editor}/tours/versions`)).body as { data: { savedBy: string }[] }
  expect(data).toMatchObject([{ savedBy: adminEmail }])
})

// By day schemas/routes.store.test.ts and table-schema-store.store.test.ts see it.
nightlyTest(
  'a description written by another hand is read, checked and kept; a broken one hides its table and loses nothing',
  async () => {
    await schemas().updateOne({ _id: 'tours' }, { $set: { 'properties.note': { type: 'string' } } })
    const schema = (await admin.get(`${editor}/tours`)).body.schema as ReturnType<typeof tours>
    expect(Object.keys(schema.properties)).toContain('note')
    await schemas().updateOne({ _id: 'tours' }, { $set: { 'properties.note': { type: 'string', table: 'x' } } })
    const broken = (await admin.get(`${editor}/tours`)).body
    expect(broken.error).toContain('needs the format reference together with a table')
    await until('the table to be hidden', async () => (await admin.get('/api/tables/tours')).status === 404)
    const repaired = await admin.send('PUT', `${editor}/tours`, { schema: tours(), version: broken.version })
    expect(repaired.status).toBe(200)
    await until('the table to be back', async () => (await admin.get('/api/tables/tours')).body.total === 1)
  },
)

test('a change that kill -9 cuts off at any step is in the audit once, as unknown unless its entry was written', async () => {
  const uri = new URL(product.stack.mongoUri)
  const link = await startFaultProxy({ port: Number(uri.port) })
  uri.port = String(link.port)
  const env = { ...product.stack.env, MONGODB_URI: uri.href }
  const every = [
    { before: command('insert', 'audit_pending'), isSaved: false, outcomes: [] },
    { before: command('update', 'table_schema_versions'), isSaved: false, outcomes: ['unknown'] },
    { before: command('update', 'table_schemas'), isSaved: false, outcomes: ['unknown'] },
    { before: command('insert', 'audit_log'), isSaved: true, outcomes: ['unknown'] },
    { before: command('delete', 'audit_pending'), isSaved: true, outcomes: [undefined] },
  ]
  // By day between the change and its entry.
  const steps = casesOf(every, (_, at) => at === 3)
  const pending = product.db.collection<Document & { _id: string }>('audit_pending')
  const entries = () => product.db.collection('audit_log').find({ action: 'schema', table: 'tours' }).sort({ _id: 1 })
  const start = () => startReplica('admin-tables', env)
  const known = await entries().toArray()
  let replica = await start()
  try {
    for (const [at, { before, isSaved }] of steps.entries()) {
      const caller = createBrowser(replica.url)
      for (const [name, value] of admin.jar) caller.jar.set(name, value)
      const field = `kept${at}`
      const change = { schema: tours({ [field]: { type: 'string' } }), version: await version(caller) }
      link.killBefore(before, () => replica.signal('SIGKILL'))
      await expect(caller.send('PUT', `${editor}/tours`, change)).rejects.toThrow()
      expect(await replica.exited).toBe('SIGKILL')
      const saved = await schemas().countDocuments({ _id: 'tours', [`properties.${field}`]: { $exists: true } })
      expect([at, saved === 1]).toEqual([at, isSaved])
      await pending.updateMany({}, { $set: { at: new Date(Date.now() - minutes(6)) } })
      // The next process adds what this one has left.
      replica = await start()
      await until('the sweep', async () => (await pending.countDocuments()) === 0)
    }
    const added = (await entries().toArray()).slice(known.length)
    expect(added.map(({ about }) => about.outcome)).toEqual(steps.flatMap(({ outcomes }) => outcomes))
  } finally {
    await replica.stop('SIGKILL')
    await link.stop()
  }
}, 180_000)
