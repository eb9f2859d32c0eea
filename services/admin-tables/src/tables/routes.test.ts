import { expect, test } from 'vitest'
import { setup } from '../app.fixture'
import { lessons } from '../records/tables.fixture'

const students = { name: 'students', properties: { name: { type: 'string' } } }

test('an admin sees every table in order', async () => {
  const answer = await setup({ tables: [students, lessons] }).get('/api/admin/schemas', 'ada')
  expect([answer.status, await answer.json()]).toEqual([200, [students, lessons]])
})

test('no table at all is an empty list', async () => {
  expect(await (await setup({ tables: [] }).get('/api/admin/schemas', 'ada')).json()).toEqual([])
})

test('one table is described by its name', async () => {
  expect(await (await setup().get('/api/admin/schemas/lessons', 'ada')).json()).toEqual(lessons)
})

test('an unknown table is not found', async () => {
  const answer = await setup().get('/api/admin/schemas/secrets', 'ada')
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found', error: 'Not found.' }])
})
