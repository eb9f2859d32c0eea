import type { HistoryPage, TrashPage } from '@app/contracts/history'
import type { TableSchema } from '@app/table-schema'
import { expect, test, vi } from 'vitest'
import { testApp } from '../test-app.fixture'
import { friends, lessons } from './tables.fixture'

const setup = testApp()

const [ada, bea, nobody] = ['a', 'b', 'c'].map((letter) => letter.repeat(24)) as [string, string, string]
const at = '2026-05-01T09:00:00.000Z'
const two = () =>
  setup({
    tables: [friends],
    records: [
      { id: ada, name: 'Ada', friend: bea, updated_at: at },
      { id: bea, name: 'Bea', friend: null, updated_at: at },
    ],
  })
const json = async <T = Record<string, unknown>>(answer: Response | Promise<Response>) =>
  (await (await answer).json()) as T

test('the history of a record says who changed what, newest first', async () => {
  const { send } = await setup({ tables: [lessons] })
  const { id } = await json(send('/api/tables/lessons', { method: 'POST', body: { title: 'First', seats: 4 } }))
  await send(`/api/tables/lessons/${id}`, { who: 'eve', method: 'PUT', body: { seats: 6 } })
  await send(`/api/tables/lessons/${id}`, { method: 'PUT', body: { seats: 6 } })
  await send(`/api/tables/lessons/${id}`, { method: 'DELETE' })
  await send(`/api/tables/lessons/${id}/restore`, { method: 'POST', body: {} })
  const { data, total } = await json<HistoryPage>(send(`/api/tables/lessons/${id}/history`))
  expect(total).toBe(4)
  expect(data).toMatchObject([
    { action: 'restore', source: 'form', changes: {} },
    { action: 'delete', changes: {} },
    { action: 'update', actor: { email: 'eve@example.com' }, changes: { seats: [4, 6] } },
    { action: 'create', actor: { email: 'ada@example.com' }, changes: { title: [null, 'First'], seats: [null, 4] } },
  ])
  expect((await send(`/api/tables/lessons/${nobody}/history`)).status).toBe(404)
})

test('a record is set back to what it was after a revision', async () => {
  const { send } = await setup({ tables: [lessons] })
  const { id } = await json(send('/api/tables/lessons', { method: 'POST', body: { title: 'First', seats: 4 } }))
  for (const body of [{ seats: 6 }, { title: 'Second' }, { seats: 9, title: 'Third' }])
    await send(`/api/tables/lessons/${id}`, { method: 'PUT', body })
  const { data } = await json<HistoryPage>(send(`/api/tables/lessons/${id}/history`))
  const revision = data.find(({ changes }) => changes['seats']?.[1] === 6)!.id
  const back = await send(`/api/tables/lessons/${id}/revert`, { method: 'POST', body: { revision } })
  expect(await json(back)).toMatchObject({ title: 'First', seats: 6 })
  const stale = { 'if-match': `"${at}"` }
  const late = await send(`/api/tables/lessons/${id}/revert`, { method: 'POST', body: { revision }, headers: stale })
  expect(late.status).toBe(409)
  const unknown = await send(`/api/tables/lessons/${id}/revert`, { method: 'POST', body: { revision: nobody } })
  expect(unknown.status).toBe(404)
})

test('a reference to a record that does not exist is refused; one that was there before may stay', async () => {
  const { send, drop } = await two()
  const refused = await send(`/api/tables/friends/${bea}`, { method: 'PUT', body: { friend: nobody } })
  expect([refused.status, await json(refused)]).toMatchObject([
    422,
    { fields: { friend: 'Friend names a record that does not exist' } },
  ])
  await drop(bea)
  expect((await send(`/api/tables/friends/${ada}`, { method: 'PUT', body: { name: 'Ada L.' } })).status).toBe(200)
})

test('a record that others refer to is deleted only when it is taken out of them, and a restore puts it back', async () => {
  const { send, row, trashed } = await two()
  const refused = await send(`/api/tables/friends/${bea}`, { method: 'DELETE' })
  expect([refused.status, await json(refused)]).toMatchObject([
    409,
    { code: 'conflict', referrers: [{ table: 'friends', field: 'friend', total: 1 }] },
  ])
  expect(await row(ada)).toMatchObject({ friend: bea })

  expect((await send(`/api/tables/friends/${bea}?unlink=true`, { method: 'DELETE' })).status).toBe(200)
  expect([(await row(ada))?.['friend'], await row(bea), await trashed()]).toMatchObject([
    null,
    undefined,
    [{ title: 'Bea' }],
  ])
  const { data } = await json<HistoryPage>(send(`/api/tables/friends/${ada}/history`))
  expect(data).toMatchObject([{ source: 'unlink', changes: { friend: [bea, null] } }])

  expect((await send(`/api/tables/friends/${bea}/restore`, { method: 'POST', body: {} })).status).toBe(200)
  expect([(await row(ada))?.['friend'], (await trashed()).length]).toEqual([bea, 0])
})

const elsewhere: TableSchema = {
  ...friends,
  properties: { ...friends.properties, friend: { type: 'string', format: 'reference', table: 'lessons' } },
}

/** Ada refers to Bea, a record of another table, which Sam may edit. */
const foreign = async (rights: Record<string, 'view' | 'edit'>) => {
  const kept = await setup({
    tables: [elsewhere, lessons],
    records: {
      friends: [{ id: ada, name: 'Ada', friend: bea, updated_at: at }],
      lessons: [{ id: bea, title: 'Bea', updated_at: at }],
    },
    rights: { lessons: 'edit', ...rights },
  })
  const sam = (path: string, method: string, body?: object) =>
    kept.send(`/api/tables/lessons/${bea}${path}`, { who: 'sam', method, ...(body && { body }) })
  return { ...kept, sam }
}

test('a refused delete names only tables that the person may see', async () => {
  const hidden = await foreign({})
  const refused = await hidden.sam('', 'DELETE')
  const body = await json(refused)
  expect([refused.status, body]).toMatchObject([409, { code: 'conflict', error: expect.stringMatching(/may not see/) }])
  expect(JSON.stringify(body)).not.toContain('friend')
  const seen = await json((await foreign({ friends: 'view' })).sam('', 'DELETE'))
  expect(seen).toMatchObject({ referrers: [{ table: 'friends', field: 'friend', total: 1 }] })
})

test('only who may edit the records that refer to one takes it out of them, and puts it back', async () => {
  const { sam, send, row, trashed } = await foreign({ friends: 'view' })
  expect((await sam('?unlink=true', 'DELETE')).status).toBe(403)
  expect([(await row(ada))?.['friend'], await row(bea, 'lessons')]).toMatchObject([bea, { id: bea }])

  expect((await send(`/api/tables/lessons/${bea}?unlink=true`, { method: 'DELETE' })).status).toBe(200)
  const refused = await sam('/restore', 'POST', {})
  expect([refused.status, (await json(refused))['error']]).toEqual([
    403,
    'Restoring it changes records that you may not change. Ask an admin to restore it.',
  ])
  expect([(await row(ada))?.['friend'], await row(bea, 'lessons'), await trashed()]).toMatchObject([
    null,
    undefined,
    [{ title: 'Bea' }],
  ])
  expect((await send(`/api/tables/lessons/${bea}/restore`, { method: 'POST', body: {} })).status).toBe(200)
  expect(await row(ada)).toMatchObject({ friend: bea })
})

test('a field that may not be empty keeps what it refers to', async () => {
  const strict = { ...friends, required: ['friend'] }
  const { send, row, rows } = await setup({
    tables: [strict],
    records: [
      { id: ada, name: 'Ada', friend: bea, updated_at: at },
      { id: bea, name: 'Bea', friend: ada, updated_at: at },
    ],
  })
  const refused = await send(`/api/tables/friends/${bea}?unlink=true`, { method: 'DELETE' })
  expect([refused.status, (await json(refused))['error']]).toEqual([
    409,
    'It cannot be taken out of a record that refers to it: Friend is required.',
  ])
  expect([(await rows()).length, (await row(ada))?.['friend']]).toEqual([2, bea])
})

test('a repeated key finds the first record; other values or a deleted record under it are refused', async () => {
  const { send, rows } = await setup({ tables: [lessons] })
  const headers = { 'idempotency-key': 'one-filled-form' }
  const create = (title: string) => send('/api/tables/lessons', { method: 'POST', body: { title }, headers })
  const first = await json(create('First'))
  expect(await json(create('First'))).toEqual(first)
  expect((await create('Second')).status).toBe(422)
  await send(`/api/tables/lessons/${first['id']}`, { method: 'DELETE' })
  expect((await create('First')).status).toBe(409)
  expect((await rows()).length).toBe(0)
})

test('the trash lists what was deleted, by table and title, and can be emptied for good', async () => {
  const { send } = await two()
  await send(`/api/tables/friends/${ada}`, { method: 'DELETE' })
  const list = (query = '') => json<TrashPage>(send(`/api/trash${query}`))
  expect((await list()).data).toMatchObject([{ id: ada, table: 'friends', title: 'Ada', deletedBy: 'ada@example.com' }])
  expect((await list('?q=Bea')).total).toBe(0)
  expect((await list('?table=friends')).total).toBe(1)
  expect((await send('/api/trash?table=sessions')).status).toBe(404)
  expect((await send(`/api/trash/friends/${ada}`, { method: 'DELETE' })).status).toBe(200)
  expect((await list()).total).toBe(0)
  expect((await send(`/api/tables/friends/${ada}/restore`, { method: 'POST', body: {} })).status).toBe(404)
})

test('a record cannot refer to itself', async () => {
  const { send, row } = await two()
  const refused = await send(`/api/tables/friends/${ada}`, { method: 'PUT', body: { friend: ada } })
  expect([refused.status, await json(refused)]).toMatchObject([
    422,
    { fields: { friend: 'Friend cannot name the record itself' } },
  ])
  expect(await row(ada)).toMatchObject({ friend: bea })
})

test('a restore that ends after an erasure leaves nothing behind', async () => {
  const { send, rows, trashed, collection, writer } = await setup({ tables: [lessons] })
  const { id } = await json<{ id: string }>(
    send('/api/tables/lessons', { method: 'POST', body: { title: 'First', seats: 4 } }),
  )
  await send(`/api/tables/lessons/${id}`, { method: 'DELETE' })
  // The erasure is complete between the moment the entry is read and the moment the record is put back.
  const { putBack } = writer
  vi.spyOn(writer, 'putBack').mockImplementation(async (...given) => {
    await collection('trash').deleteMany({})
    return putBack(...given)
  })
  expect((await send(`/api/tables/lessons/${id}/restore`, { method: 'POST', body: {} })).status).toBe(404)
  expect([(await rows()).length, (await trashed()).length]).toEqual([0, 0])
})
