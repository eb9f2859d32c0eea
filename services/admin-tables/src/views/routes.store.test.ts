import type { TableView } from '@app/contracts/views'
import { expect, test } from 'vitest'
import { lessons } from '../records/tables.fixture'
import { type TestApp, testApp } from '../test-app.fixture'

const empty = testApp()
/** With the views that come with the product. */
async function setup(options: Parameters<typeof empty>[0]) {
  const app = await empty(options)
  await app.views.prepare()
  return app
}

const path = '/api/tables/lessons/views'
const shipped = `${path}/5c0a1f0e7b1d2c3e4f500001`
const json = async <T>(answer: Response | Promise<Response>) => (await (await answer).json()) as T
const names = async ({ send }: TestApp, who?: string) =>
  (await json<{ data: TableView[] }>(send(path, { ...(who && { who }) }))).data.map(({ name }) => name)

test('a view is kept for its owner, and for others once it is shared', async () => {
  const school = await setup({ tables: [lessons] })
  const body = { name: ' Beginners ', query: 'f.seats=8', columns: { hidden: ['seats'] } }
  const view = await json<TableView>(school.send(path, { method: 'POST', body }))
  expect(view).toMatchObject({ name: 'Beginners', shared: false, own: true, isDefault: false })
  expect(await names(school)).toEqual(['Beginners', 'Upcoming'])
  expect(await names(school, 'eve')).toEqual(['Upcoming'])
  await school.send(`${path}/${view.id}`, { method: 'PUT', body: { shared: true } })
  expect(await names(school, 'eve')).toEqual(['Beginners', 'Upcoming'])
  expect((await school.send(`${path}/${view.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await names(school)).toEqual(['Upcoming'])
})

test('To answer leaves out what is told about failed and held mail, also where it was stored before', async () => {
  const school = await setup({ tables: [{ ...lessons, name: 'contact_submissions' }] })
  const inquiries = '/api/tables/contact_submissions/views'
  const columnsNow = async () => (await json<{ data: TableView[] }>(school.send(inquiries))).data[0]?.columns
  const hidden = ['mail_error', 'spam_reason']
  expect(await columnsNow()).toEqual({ hidden })
  await school.collection('table_views').updateOne({ name: 'To answer' }, { $unset: { columns: 1 } })
  await school.views.prepare()
  expect(await columnsNow()).toEqual({ hidden })
  await school.collection('table_views').updateOne({ name: 'To answer' }, { $set: { columns: { hidden: ['status'] } } })
  await school.views.prepare()
  expect(await columnsNow()).toEqual({ hidden: ['status'] })
})

test('any view becomes the own default; a name is required; an unknown view is not found', async () => {
  const { send } = await setup({ tables: [lessons] })
  expect(await json(send(shipped, { method: 'PUT', body: { isDefault: true } }))).toMatchObject({ isDefault: true })
  expect((await send(path, { method: 'POST', body: { name: ' ', query: '' } })).status).toBe(422)
  expect((await send(`${path}/${'a'.repeat(24)}`, { method: 'DELETE' })).status).toBe(404)
  expect((await send('/api/tables/sessions/views')).status).toBe(404)
})

test('whoever sees their own lessons alone keeps own views, and of others sees only those that came with the product', async () => {
  const school = await setup({ tables: [lessons], rights: { lessons: 'own' } })
  const shared = await json<TableView>(
    school.send(path, { method: 'POST', body: { name: 'Ada Brook', query: '', shared: true } }),
  )
  expect(await names(school)).toEqual(['Ada Brook', 'Upcoming'])
  expect(await names(school, 'sam')).toEqual(['Upcoming'])
  const change = { who: 'sam', method: 'PUT', body: { isDefault: true } }
  expect((await school.send(`${path}/${shared.id}`, change)).status).toBe(404)
  await school.send(path, { who: 'sam', method: 'POST', body: { name: 'Own', query: '' } })
  expect(await names(school, 'sam')).toEqual(['Own', 'Upcoming'])
})

test('whoever sees their own lessons alone shares no view with others, and changes none that they shared before', async () => {
  const school = await setup({ tables: [lessons], rights: { lessons: 'view' } })
  const asSam = (method: string, path: string, body?: object) =>
    school.send(path, { who: 'sam', method, ...(body && { body }) })
  const view = await json<TableView>(asSam('POST', path, { name: 'Shared', query: '', shared: true }))
  await school.setRights({ lessons: 'own' })
  expect((await asSam('POST', path, { name: 'For all', query: '', shared: true })).status).toBe(403)
  const one = `${path}/${view.id}`
  expect((await asSam('PUT', one, { name: 'Kim is late' })).status).toBe(403)
  expect((await asSam('PUT', one, { isDefault: true })).status).toBe(200)
  expect(await names(school)).toEqual(['Shared', 'Upcoming'])
  expect((await asSam('PUT', one, { name: 'Mine', shared: false })).status).toBe(200)
  expect((await asSam('PUT', one, { query: 'f.seats=8' })).status).toBe(200)
  expect((await asSam('PUT', one, { shared: true })).status).toBe(403)
  expect([await names(school), await names(school, 'sam')]).toEqual([['Upcoming'], ['Mine', 'Upcoming']])
})
