import type { TableSchema } from '@app/table-schema'
import type { Collection } from 'mongodb'
import { expect, test } from 'vitest'
import { instructors } from '../seed/school'
import { publicInstructors } from './public-instructors'

const file = 'a'.repeat(24)
const robin = {
  name: 'Robin <b>Hale</b>',
  certification: 'level_2',
  certified_until: '2026-11-25',
  photo: `/api/files/${file}`,
}

function setup(rows: object[] = [robin], schema: TableSchema | undefined = instructors) {
  const asked: { filter?: object; projection?: object } = {}
  const collection = () =>
    ({
      find: (filter: object, { projection }: { projection: object }) => {
        Object.assign(asked, { filter, projection })
        return { toArray: async () => rows }
      },
      findOne: async (filter: object) => {
        asked.filter = filter
        return rows[0] ?? null
      },
    }) as unknown as Collection
  return { asked, store: publicInstructors(collection, async () => schema) }
}
const withField = (name: string, field: object | undefined): TableSchema => {
  const { [name]: _, ...properties } = instructors.properties
  return { ...instructors, properties: { ...properties, ...(field && { [name]: field }) } as TableSchema['properties'] }
}

test('visitors see name, certificate and photo of those who are shown and active, and nothing else is read', async () => {
  const { asked, store } = setup()
  expect(await store.all('2026-11-25')).toEqual([
    { name: 'Robin Hale', certificate: 'Certification: Level 2', photo: file },
  ])
  expect(asked).toEqual({
    filter: { on_website: { $eq: true }, active: { $ne: false } },
    projection: { name: 1, certification: 1, certified_until: 1, photo: 1 },
  })
  expect(await store.shows(file)).toBe(true)
  expect(asked.filter).toEqual({
    ...{ on_website: { $eq: true }, active: { $ne: false } },
    photo: { $eq: `/api/files/${file}` },
  })
})

test('a certificate is shown until the end of its last day, or for good when it has none', async () => {
  const rows = [robin, { ...robin, certified_until: null }, { ...robin, certification: null }]
  const certificates = async (today: string) => (await setup(rows).store.all(today)).map((one) => one.certificate)
  expect(await certificates('2026-11-26')).toEqual(['', 'Certification: Level 2', ''])
})

test('the words of the certificate are those of the table', async () => {
  const field = { ...instructors.properties['certification'], title: 'Coach', enumNames: ['One', 'Two', 'Three'] }
  expect(await setup([robin], withField('certification', field)).store.all('2026-11-25')).toMatchObject([
    { certificate: 'Coach: Two' },
  ])
})

test.each([
  ['the field is retired', withField('on_website', undefined)],
  ['the field is about something else', withField('on_website', { type: 'string', title: 'Shown where' })],
  ['there is no table', undefined],
])('nobody is shown when %s', async (_, schema) => {
  const store = publicInstructors(
    () => {
      throw new Error('not read')
    },
    async () => schema,
  )
  expect(await store.all('2026-11-25')).toEqual([])
  expect(await store.shows(file)).toBe(false)
})

test('a photo field that holds no image, and what is no file, give no photo', async () => {
  const schema = withField('photo', { type: 'string', title: 'Photo' })
  const { store } = setup([robin], schema)
  expect(await store.all('2026-11-25')).toMatchObject([{ photo: undefined }])
  expect(await store.shows(file)).toBe(false)
  for (const photo of [null, 'https://elsewhere.example/x.jpg', '/api/files/x'])
    expect(await setup([{ ...robin, photo }]).store.all('2026-11-25')).toMatchObject([{ photo: undefined }])
})
