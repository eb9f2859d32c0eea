import type { Batch, BatchUndone } from '@app/contracts/batches'
import type { BatchRecords } from '@app/contracts/history'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../test-app.fixture'
import { lessons } from './tables.fixture'

const setup = testApp()

const at = '2026-05-01T09:00:00.000Z'
const idOf = (n: number) => String(n).padStart(24, '0')
const stand = (count = 3) =>
  setup({
    tables: [lessons],
    records: Array.from({ length: count }, (_, n) => ({ id: idOf(n), title: `Lesson ${n}`, seats: n, updated_at: at })),
  })
type Stand = TestApp
const path = '/api/tables/lessons/batches'
const json = async <T>(answer: Response | Promise<Response>) => (await (await answer).json()) as T
const start = ({ send }: Stand, body: object) => json<Batch>(send(path, { method: 'POST', body }))
const undo = ({ send }: Stand, id: string) =>
  json<BatchUndone>(send(`${path}/${id}/undo`, { method: 'POST', body: {} }))

test('a batch changes every record or says why not, with one entry in the audit', async () => {
  const school = await stand()
  const ids = [idOf(0), idOf(1), idOf(9)]
  const done = await start(school, { action: 'update', ids, changes: { seats: 12 } })
  expect(done).toMatchObject({
    state: 'done',
    total: 3,
    changed: 2,
    skipped: [{ id: idOf(9), reason: 'This record does not exist.' }],
  })
  expect((await school.rows()).map(({ seats }) => seats)).toEqual([12, 12, 2])
  expect(await json(school.send(`${path}/${done.id}`))).toEqual(done)
  expect(await school.audited()).toEqual([{ who: 'ada@example.com', action: 'batch', table: 'lessons', id: done.id }])
})

test('an invalid change is refused record by record, never in part', async () => {
  const school = await stand()
  const done = await start(school, { action: 'update', ids: [idOf(0)], changes: { seats: 'many', title: 'x' } })
  expect(done).toMatchObject({ changed: 0, skipped: [{ id: idOf(0), reason: 'Seats must be a number' }] })
  expect(await school.row(idOf(0))).toMatchObject({ title: 'Lesson 0', seats: 0 })
})

test('a batch is undone as one, except for what was changed since', async () => {
  const school = await stand()
  const done = await start(school, { action: 'update', ids: [idOf(0), idOf(1)], changes: { seats: 12 } })
  await school.send(`/api/tables/lessons/${idOf(1)}`, { method: 'PUT', body: { title: 'Changed' } })
  expect(await undo(school, done.id)).toEqual({
    state: 'done',
    restored: 1,
    kept: [{ id: idOf(1), reason: 'Another person has changed this record since you opened it.' }],
  })
  expect([(await school.row(idOf(0)))?.['seats'], (await school.row(idOf(1)))?.['seats']]).toEqual([0, 12])
  expect(await undo(school, done.id)).toMatchObject({ code: 'conflict' })
})

test('a batch and its undo open to their records with the values before and after', async () => {
  const school = await stand()
  const { id } = await start(school, { action: 'update', ids: [idOf(0), idOf(1)], changes: { seats: 12 } })
  // Until then they wait in the records.
  await school.settle()
  const changed = await json<BatchRecords>(school.send(`${path}/${id}/records`))
  expect(changed.data.map(({ recordId, changes }) => [recordId, changes['seats']])).toEqual([
    [idOf(0), [0, 12]],
    [idOf(1), [1, 12]],
  ])
  expect(changed).toMatchObject({ total: 2, references: { lessons: { [idOf(1)]: { label: 'Lesson 1' } } } })
  await undo(school, id)
  await school.settle()
  const undone = await json<BatchRecords>(school.send(`${path}/${id}/records?undo=true`))
  expect(undone.data.map(({ source, changes }) => [source, changes['seats']]).toSorted()).toEqual([
    ['undo', [12, 0]],
    ['undo', [12, 1]],
  ])
})

test('deleted records come back by undo', async () => {
  const school = await stand()
  const done = await start(school, { action: 'delete', ids: [idOf(0), idOf(2)] })
  expect([done.changed, (await school.rows()).length, (await school.trashed()).length]).toEqual([2, 1, 2])
  expect(await undo(school, done.id)).toEqual({ state: 'done', restored: 2, kept: [] })
  expect([(await school.rows()).length, (await school.trashed()).length]).toEqual([3, 0])
})

test('all that match a query are changed, if as many match as were shown', async () => {
  const school = await setup({
    tables: [lessons],
    records: ['Lesson', 'Other'].map((title, n) => ({ id: idOf(n), title, updated_at: at })),
  })
  const refused = await school.send(path, { method: 'POST', body: { action: 'delete', query: 'page=2', expected: 5 } })
  expect(refused.status).toBe(409)
  expect(await start(school, { action: 'delete', query: 'title=lesson&page=2', expected: 1 })).toMatchObject({
    changed: 1,
  })
})

test.each([
  { action: 'update', ids: [idOf(0)] },
  { action: 'delete', ids: [idOf(0)], changes: { seats: 1 } },
  { action: 'delete' },
  { action: 'delete', ids: [idOf(0)], query: '' },
  { action: 'delete', ids: [] },
  { action: 'delete', ids: ['1'] },
  { action: 'burn', ids: [idOf(0)] },
])('the batch %j is refused', async (body) => {
  expect((await (await stand()).send(path, { method: 'POST', body })).status).toBe(422)
})

test('more than 200 records run in the background, with progress', async () => {
  const school = await stand(250)
  const ids = Array.from({ length: 250 }, (_, n) => idOf(n))
  const answer = await school.send(path, {
    method: 'POST',
    body: { action: 'update', ids, changes: { title: 'Same' } },
  })
  const { id, state, total } = await json<Batch>(answer)
  expect([answer.status, state, total]).toEqual([202, 'running', 250])
  await expect.poll(async () => (await json<Batch>(school.send(`${path}/${id}`))).state).toBe('done')
  expect(await json(school.send(`${path}/${id}`))).toMatchObject({ changed: 250, skipped: [] })
})

test('a repeated key finds the batch that the first call began; another request under it is refused', async () => {
  const school = await stand()
  const headers = { 'idempotency-key': 'one-pressed-button' }
  const change = (seats: number) =>
    school.send(path, { method: 'POST', body: { action: 'update', ids: [idOf(0)], changes: { seats } }, headers })
  const first = await json<Batch>(change(12))
  expect(await json(change(12))).toEqual(first)
  expect((await change(13)).status).toBe(422)
  expect(await school.collection('jobs').find({ kind: 'batch' }).toArray()).toHaveLength(1)
})
