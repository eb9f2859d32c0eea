import { testDatabase } from '@app/mongo/test-database.fixture'
import type { TableSchema } from '@app/table-schema'
import type { Document } from 'mongodb'
import { expect, test } from 'vitest'
import { instructors } from '../seed/school'
import { publicInstructors } from './public-instructors'

const database = testDatabase()
const collection = (name: string) => database.mongo.db().collection(name)
const file = 'a'.repeat(24)
const robin = {
  ...{ name: 'Robin <b>Hale</b>', certification: 'level_2', certified_until: '2026-11-25' },
  ...{ photo: `/api/files/${file}`, on_website: true, email: 'robin@example.com', phone: '916-555-0142' },
}

async function setup(rows: Document[] = [robin], schema: TableSchema | undefined = instructors) {
  await database.clear()
  await collection('instructors').insertMany(rows.map((row) => ({ ...row })))
  return publicInstructors(collection, async () => schema)
}
const withField = (name: string, field: object | undefined): TableSchema => {
  const { [name]: _, ...properties } = instructors.properties
  return { ...instructors, properties: { ...properties, ...(field && { [name]: field }) } as TableSchema['properties'] }
}

test('visitors see name, certificate and photo of those who are shown and active, by name, and nothing else', async () => {
  const another = (name: string, change: object) => ({
    ...robin,
    name,
    photo: `/api/files/${'b'.repeat(24)}`,
    ...change,
  })
  const store = await setup([
    robin,
    another('Former', { active: false }),
    another('Hidden', { on_website: false }),
    another('Never asked', { on_website: null }),
    { ...robin, name: 'ada', photo: null, active: true },
  ])
  expect(await store.all('2026-11-25')).toEqual([
    { name: 'ada', certificate: 'Certification: Level 2', photo: undefined },
    { name: 'Robin Hale', certificate: 'Certification: Level 2', photo: file },
  ])
  expect(await store.shows(file)).toBe(true)
  // The photos of those who are not shown are not for visitors.
  expect(await store.shows('b'.repeat(24))).toBe(false)
})

test('a certificate is shown until the end of its last day, or for good when it has none', async () => {
  const rows = [
    { ...robin, name: '1' },
    { ...robin, name: '2', certified_until: null },
    { ...robin, name: '3', certification: null },
  ]
  const { all } = await setup(rows)
  expect((await all('2026-11-26')).map((one) => one.certificate)).toEqual(['', 'Certification: Level 2', ''])
})

test('the words of the certificate are those of the table', async () => {
  const field = { ...instructors.properties['certification'], title: 'Coach', enumNames: ['One', 'Two', 'Three'] }
  const { all } = await setup([robin], withField('certification', field))
  expect(await all('2026-11-25')).toMatchObject([{ certificate: 'Coach: Two' }])
})

test.each([
  ['the field is retired', withField('on_website', undefined)],
  ['the field is about something else', withField('on_website', { type: 'string', title: 'Shown where' })],
  ['there is no table', null],
])('nobody is shown when %s', async (_, schema) => {
  await setup()
  const store = publicInstructors(collection, async () => schema ?? undefined)
  expect(await store.all('2026-11-25')).toEqual([])
  expect(await store.shows(file)).toBe(false)
})

test('a photo field that holds no image, and what is no file, give no photo', async () => {
  const store = await setup([robin], withField('photo', { type: 'string', title: 'Photo' }))
  expect(await store.all('2026-11-25')).toMatchObject([{ photo: undefined }])
  expect(await store.shows(file)).toBe(false)
  for (const photo of [null, 'https://elsewhere.example/x.jpg', '/api/files/x']) {
    const { all } = await setup([{ ...robin, photo }])
    expect(await all('2026-11-25')).toMatchObject([{ photo: undefined }])
  }
})
