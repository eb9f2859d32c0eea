import { schoolDay } from '@app/school-time/school-day'
import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { nightlyTest } from '../support/cases'
import { adminEmail, type Product } from '../support/product'
import { shareRecords } from '../support/shared-products'
import { signIn } from '../support/sign-in'

// Staff with rights on the lessons, and none on the students that lessons refer to.
let product: Product
let admin: Browser
let viewer: Browser
let editor: Browser
const made: Record<'ada' | 'eve' | 'lesson', string> = { ada: '', eve: '', lesson: '' }

async function staff(name: string, right: 'view' | 'edit'): Promise<Browser> {
  const browser = createBrowser(product.site)
  const email = `${name}@example.com`
  await signIn(browser, product, email)
  const access = { role: 'staff', rights: { lessons: right }, exports: [] }
  await product.db.collection('users').updateOne({ email }, { $set: access })
  return browser
}

beforeAll(async () => {
  product = await shareRecords()
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  const add = async (table: string, body: object) => {
    const { status, body: record } = await admin.post(`/api/tables/${table}`, body)
    expect(status).toBe(201)
    return String(record.id)
  }
  const student = { birth_date: '1990-05-01', level: 'beginner', phone: '(916) 555-0177' }
  made.ada = await add('students', { name: 'Ada', ...student })
  made.eve = await add('students', { name: 'Eve', ...student })
  const lesson = { title: 'Arrows', kind: 'group', place: 'roseville', starts_at: '2026-11-28T18:00:00Z' }
  made.lesson = await add('lessons', { ...lesson, minutes: 60, seats: 8, students: [made.ada] })
  viewer = await staff('viewer', 'view')
  editor = await staff('editor', 'edit')
})
afterAll(() => product?.stop())

const choices = async (browser: Browser, query = '') => {
  const { status, body } = await browser.get(`/api/tables/lessons/choices/students${query}`)
  expect(status).toBe(200)
  return body.data
}

test('a list shows the name of a record that may not be seen, and nothing else of it is readable', async () => {
  const { body } = await viewer.get('/api/tables/lessons')
  expect(body.references).toMatchObject({ students: { [made.ada]: { label: 'Ada' } } })
  expect(JSON.stringify(body)).not.toMatch(/555-0177|Waiver/)
  for (const path of [made.ada, `${made.ada}/referrers`, `${made.ada}/history`, '', 'choices/name'])
    expect([path, (await viewer.get(`/api/tables/students/${path}`)).status]).toEqual([path, 404])
})

test('staff who may only view a table filter it by the records it refers to, and find no other names', async () => {
  expect(await choices(viewer)).toEqual([{ id: made.ada, label: 'Ada' }])
  expect(await choices(viewer, '?q=eve')).toEqual([])
  const { status, body } = await viewer.get(`/api/tables/lessons?students=${made.ada}`)
  expect([status, body.total]).toEqual([200, 1])
})

test('staff who may edit a table can refer to records that they may not see, by name', async () => {
  expect(await choices(editor)).toEqual([
    { id: made.ada, label: 'Ada' },
    { id: made.eve, label: 'Eve' },
  ])
  const path = `/api/tables/lessons/${made.lesson}`
  const { status, body } = await editor.send('PUT', path, { students: [made.ada, made.eve] })
  expect([status, body.students]).toEqual([200, [made.ada, made.eve]])
  expect(JSON.stringify(body)).not.toMatch(/555-0177|Waiver/)
  await editor.send('PUT', path, { students: [made.ada] })
})

test('a choice says that its email address does not exist, to those who see inquiries alone', async () => {
  const email = 'gone@example.com'
  const students = product.db.collection('students')
  const addresses = product.db.collection<{ _id: string; [name: string]: unknown }>('mail_addresses')
  const since = new Date('2025-11-03T18:00:00Z')
  await students.updateOne({ _id: new ObjectId(made.ada) }, { $set: { email } })
  await addresses.insertOne({ _id: email, reason: 'bounced', since, status: '5.1.1' })
  const label = 'This address does not exist since Nov 3, 2025'
  expect(await choices(admin, '?q=ada')).toMatchObject([{ label: 'Ada', badges: [{ label, tone: 'amber' }] }])
  for (const browser of [viewer, editor]) expect(JSON.stringify(await choices(browser))).not.toContain(label)
  await addresses.updateOne({ _id: email }, { $unset: { reason: 1, since: 1 } })
  expect(JSON.stringify(await choices(admin))).not.toContain(label)
  await students.updateOne({ _id: new ObjectId(made.ada) }, { $unset: { email: 1 } })
})

test('a refused reference does not say whether a record of another hidden table exists', async () => {
  const user = await product.db.collection('users').findOne({ email: adminEmail })
  const put = async (id: string) => {
    const { status, body } = await editor.send('PUT', `/api/tables/lessons/${made.lesson}`, { students: [id] })
    return [status, body.fields]
  }
  const refused = [422, { students: 'Students names a record that does not exist' }]
  expect(await put(String(user!._id))).toEqual(refused)
  expect(await put(new ObjectId().toHexString())).toEqual(refused)
})

// Staff with a right to their own lessons alone. They teach as Robin until they are unlinked; Kim's lessons are not theirs.
describe('a right to own lessons', () => {
  let teacher: Browser
  const own = {} as Record<'robin' | 'kim' | 'bea' | 'cal' | 'dan' | 'mine' | 'foreign' | 'feed', string>
  const foreignWords = ['Numbat', 'numbat@example.com', '555-0188', 'Okapi']

  async function add(table: string, body: object): Promise<string> {
    const { status, body: record } = await admin.post(`/api/tables/${table}`, body)
    expect([status, record]).toMatchObject([201, {}])
    return String(record.id)
  }
  const link = (person: string | null) => admin.send('PUT', `/api/tables/instructors/${own.robin}`, { person })
  const teacherId = async () =>
    String((await product.db.collection('users').findOne({ email: 'teacher@example.com' }))!._id)
  const soon = () => new Date(Date.now() + 60_000).toISOString()

  beforeAll(async () => {
    teacher = createBrowser(product.site)
    await signIn(teacher, product, 'teacher@example.com')
    // As the editor of people stores it.
    const access = { name: null, role: 'staff', rights: { lessons: 'own' }, exports: [], disabled: false }
    expect((await admin.send('PUT', `/api/people/${await teacherId()}`, access)).status).toBe(200)
    const instructor = { certification: 'level_2' }
    own.robin = await add('instructors', {
      ...instructor,
      name: 'Robin',
      email: 'robin@example.com',
      person: await teacherId(),
    })
    own.kim = await add('instructors', { ...instructor, name: 'Kim', email: 'kim@example.com' })
    const student = { birth_date: '1990-05-01', level: 'beginner' }
    own.bea = await add('students', {
      ...student,
      name: 'Bea Quoll',
      email: 'bea@example.com',
      phone: '(916) 555-0166',
    })
    own.cal = await add('students', {
      ...student,
      name: 'Cal Numbat',
      email: 'numbat@example.com',
      phone: '(916) 555-0188',
    })
    own.dan = await add('students', {
      ...student,
      name: 'Dan Waits',
      email: 'dan@example.com',
      phone: '(916) 555-0199',
    })
    const lesson = { kind: 'group', place: 'roseville', starts_at: soon(), minutes: 60, seats: 8 }
    own.mine = await add('lessons', {
      ...lesson,
      title: 'Quagga',
      instructor: own.robin,
      students: [own.bea],
      waiting: [own.dan],
    })
    own.foreign = await add('lessons', { ...lesson, title: 'Okapi', instructor: own.kim, students: [own.bea, own.cal] })
  })

  /** What is read about lessons and students, in every way there is. */
  const reads = () =>
    [
      ...['/api/tables', '/api/tables/lessons', '/api/tables/students', '/api/today', '/api/today/mine'],
      ...[`/api/today/roster?date=${schoolDay(Date.parse(soon()))}`, `/api/insights?from=2026-01-01&to=2026-12-31`],
      ...['lessons?q=Okapi', 'lessons?q=Numbat', `lessons?students=${own.cal}`, `lessons?instructor=${own.kim}`],
      ...['students?q=Numbat', 'students?email=numbat@example.com', 'students?sort=phone:asc'],
      ...[
        `students/${own.cal}`,
        `students/${own.cal}/history`,
        `students/${own.cal}/referrers`,
        `students/${own.bea}/referrers`,
      ],
      ...[
        `lessons/${own.foreign}`,
        `lessons/${own.foreign}/history`,
        'lessons/choices/students',
        'lessons/choices/students?q=Numbat',
      ],
      ...['lessons/views', 'students/views', 'lessons/export', 'students/export', `lessons/batches/${own.foreign}`],
      ...[
        '/api/trash',
        '/api/events?after=0',
        '/api/jobs',
        '/api/person-file?email=numbat@example.com',
        `/api/lessons/${own.foreign}/waiting`,
      ],
    ].map((path) => (path.startsWith('/') ? path : `/api/tables/${path}`))

  async function readAll(): Promise<Map<string, { status: number; text: string }>> {
    const answers = new Map<string, { status: number; text: string }>()
    for (const path of reads()) {
      const { status, body } = await teacher.get(path)
      answers.set(path, { status, text: JSON.stringify(body) })
    }
    const feed = await fetch(own.feed ?? `${product.site}/api/calendar/none.ics`)
    answers.set('feed', { status: feed.status, text: await feed.text() })
    return answers
  }
  const holding = (answers: Map<string, { text: string }>, words: readonly string[]) =>
    [...answers].filter(([, { text }]) => words.some((word) => text.includes(word))).map(([path]) => path)

  test('own lessons and the students in them are read, and in no call anything of others', async () => {
    const created = await teacher.post('/api/calendar/feeds', { table: 'lessons' })
    expect(created).toMatchObject({ status: 201, body: { mine: true } })
    own.feed = String(created.body.url)
    const answers = await readAll()
    expect(holding(answers, foreignWords)).toEqual([])
    // Bea is in a lesson of Kim as well: it is neither counted nor named.
    const totals = (path: string) => (JSON.parse(answers.get(`/api/tables/${path}`)!.text) as { total: number }).total
    expect([totals('lessons?q=Okapi'), totals(`lessons?students=${own.cal}`), totals('students?q=Numbat')]).toEqual([
      0, 0, 0,
    ])
    const referrers = JSON.parse(answers.get(`/api/tables/students/${own.bea}/referrers`)!.text)
    expect(referrers).toMatchObject([{ table: 'lessons', field: 'students', total: 1, sample: [{ id: own.mine }] }])
    for (const path of ['/api/tables/lessons', '/api/today', 'feed'])
      expect([path, answers.get(path)!.text]).toEqual([path, expect.stringContaining('Quagga')])
    const { body: list } = await teacher.get('/api/tables/students')
    expect(list.data).toMatchObject([{ id: own.bea, phone: '(916) 555-0166' }])
    // Whoever waits for a seat is in no lesson yet: the name is shown, and nothing else.
    expect(holding(answers, ['Dan Waits'])).toContain('/api/tables/lessons')
    expect(holding(answers, ['555-0199', 'dan@example.com'])).toEqual([])
    for (const path of ['lessons/export', 'students/export', `lessons/batches/${own.foreign}`])
      expect([path, answers.get(`/api/tables/${path}`)!.status]).toEqual([path, 403])
    const missing = await teacher.get(`/api/tables/lessons/${'f'.repeat(24)}`)
    expect(await teacher.get(`/api/tables/lessons/${own.foreign}`)).toMatchObject({
      status: 404,
      body: { error: missing.body.error },
    })
  })

  test('attendance is marked in own lessons only, and a mark reaches nobody else', async () => {
    expect((await teacher.send('PUT', `/api/tables/lessons/${own.mine}`, { present: [own.bea] })).status).toBe(200)
    expect((await teacher.send('PUT', `/api/tables/lessons/${own.mine}`, { present: [own.cal] })).status).toBe(403)
    expect(
      (await teacher.send('PUT', `/api/tables/lessons/${own.mine}`, { students: [own.bea, own.cal] })).status,
    ).toBe(403)
    expect((await teacher.send('PUT', `/api/tables/lessons/${own.mine}`, { instructor: own.kim })).status).toBe(403)
    expect((await teacher.send('PUT', `/api/tables/lessons/${own.foreign}`, { present: [own.cal] })).status).toBe(404)
    expect((await teacher.send('PUT', `/api/tables/students/${own.bea}`, { name: 'x' })).status).toBe(403)
    expect((await teacher.get(`/api/tables/lessons/${own.mine}`)).body).toMatchObject({ present: [own.bea] })
  })

  test('mail goes to who is in own lessons, whatever the call names', async () => {
    const people = (about: object, to = ['students']) => teacher.post('/api/forms/mailings/recipients', { about, to })
    const both = await people({ table: 'lessons', ids: [own.mine, own.foreign] })
    expect(both).toMatchObject({ status: 200, body: { recipients: [{ email: 'bea@example.com' }] } })
    expect((await people({ table: 'lessons', query: '' })).body.recipients).toHaveLength(1)
    expect((await people({ table: 'students', ids: [own.bea, own.cal] })).body.recipients).toHaveLength(1)
    expect((await people({ table: 'lessons', ids: [own.mine] }, ['instructors'])).status).toBe(404)
    const draft = {
      about: { table: 'lessons', ids: [own.mine, own.foreign] },
      to: ['students'],
      subject: 'Wind',
      text: 'Bring a jacket.',
    }
    const sent = await teacher.post('/api/forms/mailings', draft, { 'idempotency-key': crypto.randomUUID() })
    expect(sent).toMatchObject({ status: 201, body: { total: 1 } })
    await expect
      .poll(
        async () =>
          (await product.db.collection('jobs').findOne({ kind: 'mailing', 'actor.email': 'teacher@example.com' }))?.[
            'state'
          ],
      )
      .toBe('done')
  })

  // By day mailings/routes.store.test.ts and own-lessons-routes.store.test.ts see it.
  nightlyTest('a right to see all students as well opens neither their guardians nor mail to them', async () => {
    const contact = { email: 'wombat@example.com', phone: '(916) 555-0122' }
    const guardian = await add('guardians', { name: 'Gail Wombat', ...contact })
    const fay = await add('students', {
      ...{ name: 'Fay Wombat', birth_date: schoolDay(Date.now() - 8 * 365 * 86_400_000), level: 'beginner' },
      guardians: [guardian],
    })
    const waiting = [own.dan, fay]
    expect((await admin.send('PUT', `/api/tables/lessons/${own.mine}`, { waiting })).status).toBe(200)
    const access = { name: null, role: 'staff', exports: [], disabled: false }
    const give = async (rights: object) =>
      (await admin.send('PUT', `/api/people/${await teacherId()}`, { ...access, rights })).status
    expect(await give({ lessons: 'own', students: 'view' })).toBe(200)
    const answers = await readAll()
    for (const path of ['/api/today', '/api/tables/students'])
      expect([path, answers.get(path)!.text]).toEqual([path, expect.stringContaining('Fay Wombat')])
    expect((await teacher.get(`/api/lessons/${own.mine}/waiting`)).body.waiting).toMatchObject([
      { label: 'Dan Waits', phone: '(916) 555-0199' },
      { label: 'Fay Wombat', phone: null },
    ])
    expect(holding(answers, [contact.email, '555-0122'])).toEqual([])
    const audience = { about: { table: 'students', query: '' }, to: ['students'] }
    expect(await teacher.post('/api/forms/mailings/recipients', audience)).toMatchObject({
      status: 200,
      body: { recipients: [{ email: 'bea@example.com' }], withoutAddress: [] },
    })
    const instructors = { about: { table: 'instructors', query: '' }, to: ['instructors'] }
    expect(await give({ lessons: 'own', instructors: 'view' })).toBe(200)
    expect((await teacher.post('/api/forms/mailings/recipients', instructors)).status).toBe(403)
    expect(await give({ lessons: 'own' })).toBe(200)
  })

  test("a lesson that becomes another person's is gone with the next call, and so is all when the link ends", async () => {
    expect((await admin.send('PUT', `/api/tables/lessons/${own.mine}`, { instructor: own.kim })).status).toBe(200)
    const words = ['Quagga', 'Quoll', 'bea@example.com', ...foreignWords]
    expect(holding(await readAll(), words)).toEqual([])
    expect((await teacher.send('PUT', `/api/tables/lessons/${own.mine}`, { present: [] })).status).toBe(404)
    await admin.send('PUT', `/api/tables/lessons/${own.mine}`, { instructor: own.robin })
    expect(holding(await readAll(), ['Quagga'])).toContain('/api/tables/lessons')
    expect((await link(null)).status).toBe(200)
    expect(holding(await readAll(), words)).toEqual([])
    expect((await teacher.send('PUT', `/api/tables/lessons/${own.mine}`, { present: [] })).status).toBe(404)
    expect((await link(await teacherId())).status).toBe(200)
    expect(holding(await readAll(), ['Quagga'])).toContain('feed')
    // A deleted instructor links nobody.
    expect((await admin.send('DELETE', `/api/tables/instructors/${own.robin}?unlink=true`)).status).toBe(200)
    expect(holding(await readAll(), words)).toEqual([])
  })

  test('the right is given to people alone, and for lessons alone; an earlier release takes it for none', async () => {
    const stored = await product.db.collection('users').findOne({ email: 'teacher@example.com' })
    expect(stored).toMatchObject({ rights: {}, own_tables: ['lessons'] })
    const access = { name: null, role: 'staff', exports: [], disabled: false }
    const give = async (change: object) =>
      (await admin.send('PUT', `/api/people/${await teacherId()}`, { ...access, ...change })).status
    expect(await give({ rights: { students: 'own' } })).toBe(422)
    expect(await give({ rights: { lessons: 'own' }, exports: ['lessons'] })).toBe(422)
    const account = { name: 'Program', rights: { lessons: 'own' }, exports: [], expiresAt: null }
    expect((await admin.post('/api/service-accounts', account)).status).toBe(422)
    expect((await teacher.get('/api/admin/status')).body).toMatchObject({ role: 'staff', tables: { lessons: 'own' } })
    expect(await give({ rights: { lessons: 'view' } })).toBe(200)
    expect(await product.db.collection('users').findOne({ email: 'teacher@example.com' })).toMatchObject({
      rights: { lessons: 'view' },
      own_tables: [],
    })
  })
})
