import { ObjectId } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Browser, createBrowser } from '../support/browser'
import { adminEmail, type Product, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'

// Staff with rights on the lessons, and none on the students that lessons refer to.
let product: Product
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
  product = await startProduct({ SEED_SAMPLES: 'false', OTP_ALLOW_UNKNOWN: 'true' }, { pages: false })
  const admin = createBrowser(product.site)
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
