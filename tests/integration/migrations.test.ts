import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Document, ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moveGuardians } from '../../services/admin-tables/src/migrations/former-guardians/move-guardians'
import { guardianRecords } from '../../services/admin-tables/src/migrations/guardians'
import { serviceFacts } from '../../services/admin-tables/src/migrations/service-facts'
import { shippedTables } from '../../services/admin-tables/src/migrations/shipped-tables'
import { type Browser, createBrowser } from '../support/browser'
import { everyCase, nightlyTest } from '../support/cases'
import { adminEmail, desk, type Product, startProduct } from '../support/product'
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

const families = 125
/** Four children of each family: two share its address, two its phone, and one of them has both. */
const children = () =>
  Array.from({ length: families * 4 }, (_, n) => {
    const [family, child] = [Math.floor(n / 4), n % 4]
    return {
      ...{ _id: new ObjectId(), name: `Child ${n}`, birth_date: '2018-05-01', level: 'beginner' },
      guardian: child === 3 ? `Rob Brook ${family} (father)` : `R. Brook ${family}`,
      email: child < 2 ? `Brook${family}@example.com` : null,
      phone: child > 0 ? `(916) 555-${String(1_000 + family)}` : null,
      ...times,
    }
  })
const deletedStudent = { ...children()[0]!, name: 'Deleted child', guardian: 'G. Deleted' }
const familyOf = (n: number) => ({
  ...{ name: `R. Brook ${n}`, email: `brook${n}@example.com`, phone: `(916) 555-${1_000 + n}`, relation: 'father' },
  ...{ second_contact: null, pickup_note: null },
  notes: `Also named Rob Brook ${n}\nAs written before: Rob Brook ${n} (father)`,
})
const guardiansStored = () =>
  product.db
    .collection('guardians')
    .find({}, { projection: { _id: 0, created_at: 0, updated_at: 0 } })
    .toArray()

/** The database as the release before references has left it. */
async function storeFormerState() {
  await product.db.dropCollection('migrations')
  for (const name of ['lessons', 'instructors', 'students', 'guardians'])
    await product.db.collection(name).deleteMany({})
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
    { email: 'desk@example.com', role: 'staff', rights: { students: 'edit' }, exports: ['students'], ...times },
    // Was invited, and has not signed in yet; and one who has, before the time of a sign-in was stored.
    { email: 'invited@example.com', role: 'staff', provider: 'code', invited_at: times.created_at, ...times },
    {
      email: 'known@example.com',
      role: 'staff',
      provider: 'code',
      invited_at: new Date(),
      known_devices: ['d'],
      ...times,
    },
  ])
  await product.db.collection<Document>('students').insertMany(children())
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
  await product.db.collection<Stored>('trash').insertOne({
    _id: `students/${deletedStudent._id.toHexString()}`,
    table: 'students',
    record: deletedStudent,
    deleted_at: new Date(),
    deleted_by: 'somebody',
  })
}

/** Everything that a migration could change. Revisions are copied out of their records in the background. */
const snapshot = async () =>
  Promise.all(
    [
      'table_schemas',
      'lessons',
      'trash',
      'migrations',
      'reply_templates',
      'service_cards',
      'students',
      'guardians',
    ].map((name) =>
      product.db
        .collection(name)
        .find({}, { projection: { _revisions: 0 } })
        .sort({ _id: 1 })
        .toArray(),
    ),
  )
const startOne = () => startReplica('admin-tables', { ...product.stack.env, SEED_SAMPLES: 'false' })
const startTwo = () => Promise.all([startOne(), startOne()])
const replicas: Replica[] = []

beforeAll(async () => {
  product = await startProduct({ SEED_SAMPLES: 'false' }, { pages: false, only: [...desk, 'forms'] })
  await product.stack.stopProcess('admin-tables')
  await storeFormerState()
  // By day run-migrations.store.test.ts sees two that start together.
  if (everyCase) replicas.push(...(await startTwo()))
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
    created_at: { title: 'Added' },
  })
})

test('who has signed in has the time of a sign-in, and who was only invited has none', async () => {
  const emails = ['robin', 'sam', 'desk', 'invited', 'known'].map((name) => `${name}@example.com`)
  const people = await product.db
    .collection('users')
    .find({ email: { $in: emails } })
    .toArray()
  const found = emails.map((email) => people.find((person) => person['email'] === email)!)
  expect(found.map((person) => person['last_sign_in_at'] ?? null)).toEqual(
    found.map((person) => (person['email'] === 'invited@example.com' ? null : person['created_at'])),
  )
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

test('guardians of students are records, which families share by address or phone', async () => {
  const students = product.db.collection('students')
  const { status, body } = await admin.get('/api/tables/students?limit=100&sort=name:asc')
  expect(status).toBe(200)
  const [child] = body.data as Row[]
  expect(child).not.toHaveProperty('guardian')
  expect((body.references as Record<string, object>).guardians).toMatchObject({
    [(child!.guardians as string[])[0]!]: { label: expect.any(String) },
  })
  const stored = await guardiansStored()
  // The guardian of the deleted student shares the address of the first family.
  const names = stored.filter(({ name, notes }) => ![name, notes].join().includes('G. Deleted'))
  expect(stored.length).toBe(families)
  expect(names).toEqual(expect.arrayContaining([familyOf(1), familyOf(families - 1)]))
  expect(names.length).toBe(families - 1)
  // The last release reads the text, and students of one family have one guardian.
  expect(await students.countDocuments({ guardian: { $type: 'string' } })).toBe(families * 4)
  const perFamily = await students.aggregate([{ $group: { _id: '$guardians', n: { $sum: 1 } } }]).toArray()
  expect(perFamily.map(({ n }) => n)).toEqual(Array(families).fill(4))
  const desk = await product.db.collection('users').findOne({ email: 'desk@example.com' })
  expect(desk).toMatchObject({
    rights: { students: 'edit', guardians: 'edit' },
    exports: ['students', 'guardians'],
  })
})

test('a student in the trash comes back with its guardian', async () => {
  const id = deletedStudent._id.toHexString()
  expect((await admin.post(`/api/tables/students/${id}/restore`, {})).status).toBeLessThan(300)
  const { guardians } = (await admin.get(`/api/tables/students/${id}`)).body as unknown as Row
  const { body } = await admin.get(`/api/tables/guardians/${(guardians as string[])[0]}`)
  expect(body).toMatchObject({ email: 'brook0@example.com', phone: '(916) 555-1000' })
  expect(JSON.stringify(body)).toContain('G. Deleted')
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
    await serviceFacts({ db: product.db as never, keepLease }).catch(() => {})
    left.push(await records.countDocuments({ text: /^Dear / }))
  }
  expect(left.at(0)).toBeGreaterThan(left.at(-1)!)
  expect(await storedTemplates()).toEqual(corrected())
  expect(await serviceFacts({ db: product.db as never, keepLease: async () => {} })).toBe(0)
})

/** A database that crashes at its n-th operation; the operation itself may be lost. */
function crashingAt(n: number) {
  let operations = 0
  const collection = (name: string) =>
    new Proxy(product.db.collection(name), {
      get(target, key) {
        const value = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          if (++operations >= n) throw new Error('crashed')
          return value.apply(target, given)
        }
      },
    })
  return { collection } as never
}

test('guardians are the same when the migration is killed at each of its steps; a text of the last release follows', async () => {
  const students = product.db.collection<Document>('students')
  const keepLease = async () => {}
  const former = formerTables.students!
  const isMinor = { field: 'birth_date', younger_than: 18 }
  const lastRelease = {
    ...former,
    properties: { ...former.properties, guardian: { ...former.properties.guardian, required_if: [isMinor] } },
    badges: [{ label: 'Guardian missing', tone: 'red', when: [isMinor, { field: 'guardian', empty: true }] }],
  }
  const shipped = (await schemas().findOne({ _id: 'students' }))!
  await product.db.collection('guardians').deleteMany({})
  await students.deleteMany({})
  await students.insertMany(children().slice(0, 240))
  await schemas().replaceOne({ _id: 'students' }, { ...lastRelease, position: 5, ...times })
  await shippedTables({ db: product.db as never, keepLease })
  const moved: number[] = []
  for (let step = 1; ; step++) {
    const done = await guardianRecords({ db: crashingAt(step), keepLease }).catch(() => undefined)
    moved.push(await students.countDocuments({ guardians: { $exists: true } }))
    if (done !== undefined) break
  }
  // Killed before, between and after its writes.
  expect(new Set(moved).size).toBeGreaterThan(2)
  expect(moved.length).toBeGreaterThan(10)
  const stored = await guardiansStored()
  expect(stored.length).toBe(60)
  expect(stored).toEqual(expect.arrayContaining([familyOf(0), familyOf(59)]))
  expect(await students.countDocuments({ guardians: { $size: 1 } })).toBe(240)
  const schema = await schemas().findOne({ _id: 'students' })
  expect(schema).toMatchObject({
    properties: { guardians: { required_if: [isMinor] } },
    badges: [{ when: [isMinor, { field: 'guardians', empty: true }] }],
    _shape: { retired_fields: { guardian: { field: { title: 'Guardian' } } } },
  })
  expect(schema!.properties).not.toHaveProperty('guardian')
  expect(await guardianRecords({ db: product.db as never, keepLease })).toBe(0)

  // A replica of the last release adds a sister, and staff have taken a guardian out.
  const [sister, alone] = [{ ...children()[1]!, guardian: 'R. Brook 0' }, await students.findOne({ name: 'Child 100' })]
  await students.insertOne(sister)
  await students.updateOne({ _id: alone!._id }, { $set: { guardians: [] } })
  expect(await moveGuardians(product.db as never)).toBe(1)
  const first = await students.findOne({ name: 'Child 0' })
  expect((await students.findOne({ _id: sister._id }))!.guardians).toEqual(first!.guardians)
  expect((await students.findOne({ _id: alone!._id }))!.guardians).toEqual([])
  await schemas().replaceOne({ _id: 'students' }, shipped)
})

const released = [
  '001-shipped-tables',
  '002-lesson-instructors',
  '003-service-facts',
  '004-jobs',
  '005-instructor-person',
  '006-reply-shortcuts',
  '007-waiting-list',
  '008-guardians',
  '009-waivers',
  '010-instructors-on-website',
  '011-sign-ins',
  '012-make-ups',
  '013-signs-in-with',
  '014-described-rules',
]

test('each migration is recorded once, the lease is given back, and a second start changes nothing', async () => {
  const entries = await product.db.collection<Stored>('migrations').find().sort({ _id: 1 }).toArray()
  // One that was interrupted, as by a database that did not answer, has counted what was left.
  expect(entries).toEqual(released.map((_id) => ({ _id, at: expect.any(Date), changed: expect.any(Number) })))
  const before = await snapshot()
  replicas.push(await startOne())
  expect(await snapshot()).toEqual(before)
})

// By day the migrations above are run again and interrupted one by one, and run-migrations.store.test.ts sees their lease.
nightlyTest('a migration that was interrupted, or is run again, changes nothing twice', async () => {
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
  expect(entries!.map(({ _id, changed }) => [String(_id), changed])).toEqual(
    released.map((id) => [id, id === '013-signs-in-with' ? expect.any(Number) : 0]),
  )
})
