import { expect, test } from 'vitest'
import { lessons } from '../records/tables.fixture'
import { testApp } from '../test-app.fixture'

const setup = testApp()

const students = { name: 'students', properties: { name: { type: 'string' } } }

test('an admin sees every table in order', async () => {
  const { get } = await setup({ tables: [students, lessons] })
  const answer = await get('/api/admin/schemas', 'ada')
  expect([answer.status, await answer.json()]).toEqual([200, [students, lessons]])
})

test('no table at all is an empty list', async () => {
  const { get } = await setup({ tables: [] })
  expect(await (await get('/api/admin/schemas', 'ada')).json()).toEqual([])
})

test('one table is described by its name', async () => {
  const { get } = await setup()
  expect(await (await get('/api/admin/schemas/lessons', 'ada')).json()).toEqual(lessons)
})

test('an unknown table is not found', async () => {
  const { get } = await setup()
  const answer = await get('/api/admin/schemas/secrets', 'ada')
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_found', error: 'Not found.' }])
})
