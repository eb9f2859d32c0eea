import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Document, ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceFacts } from '../../services/admin-tables/src/migrations/003-service-facts'
import { type Browser, createBrowser } from '../support/browser'
import { adminEmail, type Product, startProduct } from '../support/product'
import { type Replica, startReplica } from '../support/replica'
import { signIn } from '../support/sign-in'

type Stored = Document & { _id: string }
type Row = Record<string, unknown> & { id: string }

const fixture = resolve(import.meta.dirname, '../../services/admin-tables/src/migrations/former-tables.fixture.json')
const formerTables: Record<string, Document> = JSON.parse(readFileSync(fixture, 'utf8'))

const at = new Date('2026-01-05T10:00:00.000Z')
const times = { created_at: at, updated_at: at }
const robin = new ObjectId()
const robinsAccount = new ObjectId()
const lessonsStored = 130
/** With the texts that the former release had stored. */
const templates: { title: string; interest: string; former: Document; present: Document }[] = JSON.parse(
  readFileSync(
    resolve(import.meta.dirname, '../../services/admin-tables/src/migrations/former-templates.json'),
    'utf8',
  ),
)
let product: Product
let admin: Browser

const schemas = () => product.db.collection<Stored>('table_schemas')
const lesson = (title: string, instructor: string | null, notes: string | null = null) => ({
  _id: new ObjectId(),
  title,
  kind: 'group',
  level: null,
  place: 'roseville',
  instructor,
  starts_at: at,
  minutes: 60,
  seats: 8,
  price: null,
  cancelled: false,
  notes,
  ...times,
})
const deleted = lesson('Deleted lesson', 'robin hale')

/** The database as the release before references has left it. */
async function storeFormerState() {
  await product.db.dropCollection('migrations')
  for (const name of ['lessons', 'instructors']) await product.db.collection(name).deleteMany({})
  for (const [position, [name, table]] of Object.entries(formerTables).entries())
    await schemas().replaceOne({ _id: name }, { ...table, position, ...times })
  // Changed by an admin.
  await schemas().updateOne({ _id: 'lessons' }, { $set: { description: 'Our summer.' } })
  await schemas().updateOne({ _id: 'users' }, { $set: { 'properties.name.title': 'Display name' } })
  const instructor = { certification: 'level_2', teaches: null, photo: null, bio: null, active: true, ...times }
  await product.db.collection<Document>('instructors').insertMany([
    { _id: robin, name: 'Robin Hale', email: 'robin@example.com', ...instructor },
    { name: 'Sam Aziz', email: 'sam@example.com', ...instructor },
    { name: 'Sam  Aziz', email: 'sam.two@example.com', ...instructor },
  ])
  await product.db.collection<Document>('users').insertMany([
    { _id: robinsAccount, email: 'robin@example.com', role: 'staff', rights: {}, exports: [], ...times },
    // A visitor who has signed in once.
    { email: 'sam@example.com', role: 'user', rights: {}, exports: [], ...times },
  ])
  await product.db
    .collection('lessons')
    .insertMany([
      lesson('Unmatched', 'Guest <b>Coach</b>', '<p>Own bow.</p>'),
      lesson('Ambiguous', 'Sam Aziz'),
      lesson('Empty', null),
      ...Array.from({ length: lessonsStored - 3 }, (_, number) => lesson(`Lesson ${number}`, ' ROBIN  hale')),
    ])
  const former = templates.map(({ title, interest, former: texts }) => ({ title, interest, ...texts, ...times }))
  await product.db.collection<Document>('reply_templates').deleteMany({})
  await product.db.collection<Document>('reply_templates').insertMany(
    // Staff have changed one of them.
    former.map((template) => (template.interest === 'Leagues' ? { ...template, subject: 'Our own words' } : template)),
  )
  await product.db
    .collection<Document>('service_cards')
    .updateMany({}, { $unset: { price: 1, minutes: 1, min_age: 1 } })
  await product.db
    .collection<Document>('service_cards')
    .updateOne({ icon: 'party' }, { $set: { title: 'Birthday Parties at $350' } })
  await product.db.collection<Stored>('trash').insertOne({
    _id: `lessons/${deleted._id.toHexString()}`,
    table: 'lessons',
    record: deleted,
    deleted_at: new Date(),
    deleted_by: 'somebody',
  })
}

/** Everything that a migration could change. Revisions are copied out of their records in the background. */
const snapshot = async () =>
  Promise.all(
    ['table_schemas', 'lessons', 'trash', 'migrations', 'reply_templates', 'service_cards'].map((name) =>
      product.db
        .collection(name)
        .find({}, { projection: { _revisions: 0 } })
        .sort({ _id: 1 })
        .toArray(),
    ),
  )
const startTwo = () =>
  Promise.all([1, 2].map(() => startReplica('admin-tables', { ...product.stack.env, SEED_SAMPLES: 'false' })))
const replicas: Replica[] = []

beforeAll(async () => {
  product = await startProduct({ SEED_SAMPLES: 'false' }, { pages: false })
  await product.stack.stopProcess('admin-tables')
  await storeFormerState()
  replicas.push(...(await startTwo()))
  await product.stack.startProcess('admin-tables')
  await product.stack.stopProcess('forms')
  await product.stack.startProcess('forms')
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
})
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()))
  await product?.stop()
})

const recordNamed = async (title: string) => {
  const { status, body } = await admin.get(`/api/tables/lessons?limit=100&title=${encodeURIComponent(title)}`)
  expect(status).toBe(200)
  const row = (body.data as Row[]).find((found) => found.title === title)!
  return { row, references: body.references as Record<string, Record<string, unknown>> }
}

test('tables of the former release have the new shape, and changes of an admin stay', async () => {
  const tables = (await admin.get('/api/admin/schemas')).body as unknown as Document[]
  const named = (name: string) => tables.find((table) => table.name === name)!
  expect(tables.filter((table) => 'error' in table)).toEqual([])
  expect(named('lessons')).toMatchObject({
    description: 'Our summer.',
    singular: 'Lesson',
    calendar: { start: 'starts_at', minutes: 'minutes' },
    properties: {
      instructor: { format: 'reference', table: 'instructors' },
      students: { type: 'array', maxItemsField: 'seats' },
      present: { type: 'array' },
    },
  })
  expect(named('users').properties).toMatchObject({
    name: { title: 'Display name' },
    role: { enum: ['admin', 'staff', 'user'] },
  })
})

test('names of instructors have become references, through more batches than one', async () => {
  const { row, references } = await recordNamed('Lesson 7')
  expect(row.instructor).toBe(robin.toHexString())
  expect(references.instructors).toMatchObject({ [robin.toHexString()]: { label: 'Robin Hale' } })
  const lessons = product.db.collection('lessons')
  expect(await lessons.countDocuments({ instructor: robin.toHexString() })).toBe(lessonsStored - 3)
  expect(await lessons.countDocuments()).toBe(lessonsStored)
  // Two processes started on this database; each lesson but the one without a name was changed by one of them.
  expect(await lessons.countDocuments({ updated_at: new Date(at.getTime() + 1) })).toBe(lessonsStored - 1)
})

test('an instructor with the address of somebody on the staff is linked to this person', async () => {
  const instructors = await product.db.collection('instructors').find({}).sort({ name: 1 }).toArray()
  expect(instructors.map(({ email, person = null }) => [email, person])).toEqual([
    ['robin@example.com', robinsAccount.toHexString()],
    ['sam.two@example.com', null],
    ['sam@example.com', null],
  ])
})

test('an unknown or ambiguous name is kept in the notes once, as text', async () => {
  expect((await recordNamed('Unmatched')).row).toMatchObject({
    instructor: null,
    notes: '<p>Own bow.</p><p>Instructor: Guest &lt;b&gt;Coach&lt;/b&gt;</p>',
  })
  expect((await recordNamed('Ambiguous')).row).toMatchObject({
    instructor: null,
    notes: '<p>Instructor: Sam Aziz</p>',
  })
  expect((await recordNamed('Empty')).row).toMatchObject({ instructor: null, notes: null })
})

test('a migrated lesson can be edited, and a form opened before the migration notices the change', async () => {
  const { row } = await recordNamed('Unmatched')
  const edit = (version: string) =>
    admin.send('PUT', `/api/tables/lessons/${row.id}`, { ...valuesOf(row), seats: 9 }, { 'if-match': `"${version}"` })
  expect((await edit(at.toISOString())).status).toBe(409)
  expect((await edit(String(row.updated_at))).status).toBe(200)
})
const valuesOf = ({ id, created_at, updated_at, ...values }: Row) => values

test('a lesson in the trash comes back with its reference', async () => {
  const id = deleted._id.toHexString()
  expect((await admin.post(`/api/tables/lessons/${id}/restore`, {})).status).toBeLessThan(300)
  expect((await recordNamed('Deleted lesson')).row).toMatchObject({ id, instructor: robin.toHexString() })
})

const storedTemplates = async () =>
  (await product.db.collection('reply_templates').find().sort({ _id: 1 }).toArray()).map(
    ({ interest, subject, text }) => ({
      interest,
      subject,
      text,
    }),
  )
const corrected = () =>
  templates.map(({ interest, former, present }) =>
    interest === 'Leagues' ? { interest, ...former, subject: 'Our own words' } : { interest, ...present },
  )

test('facts that were written into texts come from the service cards now; what staff have changed stays', async () => {
  expect(await storedTemplates()).toEqual(corrected())
  const cards = product.db.collection('service_cards')
  expect(await cards.findOne({ icon: 'party' })).toMatchObject({ price: 350, minutes: 60, min_age: 8 })
  expect(await cards.findOne({ icon: 'lessons' })).toMatchObject({ min_age: 8 })
  expect(await cards.countDocuments({ price: { $type: 'number' } })).toBe(1)
})

test('a correction of facts that is interrupted anywhere ends the same, and changes nothing when it is run again', async () => {
  const records = product.db.collection<Document>('reply_templates')
  await records.deleteMany({})
  await records.insertMany(templates.map(({ title, interest, former }) => ({ title, interest, ...former, ...times })))
  await records.updateOne({ interest: 'Leagues' }, { $set: { subject: 'Our own words' } })
  const left: number[] = []
  for (let steps = 1; steps <= 20; steps += 3) {
    let taken = 0
    const keepLease = async () => {
      if (++taken > steps) throw new Error('crashed')
    }
    await serviceFacts.run({ db: product.db as never, keepLease }).catch(() => {})
    left.push(await records.countDocuments({ text: /^Dear / }))
  }
  expect(left.at(0)).toBeGreaterThan(left.at(-1)!)
  expect(await storedTemplates()).toEqual(corrected())
  expect(await serviceFacts.run({ db: product.db as never, keepLease: async () => {} })).toBe(0)
})

test('each migration is recorded once, the lease is given back, and a second start changes nothing', async () => {
  const entries = await product.db.collection<Stored>('migrations').find().sort({ _id: 1 }).toArray()
  expect(entries).toEqual([
    { _id: '001-shipped-tables', at: expect.any(Date), changed: expect.any(Number) },
    { _id: '002-lesson-instructors', at: expect.any(Date), changed: expect.any(Number) },
    { _id: '003-service-facts', at: expect.any(Date), changed: expect.any(Number) },
    { _id: '004-jobs', at: expect.any(Date), changed: expect.any(Number) },
    { _id: '005-instructor-person', at: expect.any(Date), changed: 1 },
    { _id: '006-reply-shortcuts', at: expect.any(Date), changed: 0 },
    { _id: '007-waiting-list', at: expect.any(Date), changed: 0 },
  ])
  const before = await snapshot()
  replicas.push(...(await startTwo()))
  expect(await snapshot()).toEqual(before)
})

test('a migration that was interrupted, or is run again, changes nothing twice', async () => {
  await product.db.collection<Stored>('migrations').deleteMany({})
  await product.db.collection('lessons').updateOne({ title: 'Lesson 8' }, { $set: { instructor: 'Robin Hale' } })
  const [tablesBefore, lessonsBefore] = await snapshot()
  // A process that crashed has left its lease.
  const until = new Date(Date.now() + 10_000)
  await product.db.collection<Stored>('migrations').insertOne({ _id: 'lease', owner: 'crashed', until })
  replicas.push(...(await startTwo()))
  expect(Date.now()).toBeGreaterThan(until.getTime())
  const [tablesAfter, lessonsAfter, , entries] = await snapshot()
  expect(tablesAfter).toEqual(tablesBefore)
  const changed = lessonsAfter!.filter(
    (document, index) => String(document.instructor) !== String(lessonsBefore![index]!.instructor),
  )
  expect(changed.map(({ title, instructor }) => [title, instructor])).toEqual([['Lesson 8', robin.toHexString()]])
  expect(entries!.map(({ _id, changed }) => [String(_id), changed])).toEqual([
    ['001-shipped-tables', 0],
    ['002-lesson-instructors', 1],
    ['003-service-facts', 0],
    ['004-jobs', 0],
    ['005-instructor-person', 0],
    ['006-reply-shortcuts', 0],
    ['007-waiting-list', 0],
  ])
})
