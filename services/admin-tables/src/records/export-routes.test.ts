import { expect, test } from 'vitest'
import { setup } from '../app.fixture'

const row = (at: number) => ({ id: `r${at}`, title: `=${at}`, seats: -at })
const path = '/api/tables/lessons/export'

test('an export is a file of every row, guarded, with its name and the number of rows', async () => {
  const { send, asked, audit, exports } = setup({ batches: [[row(1), row(2)], [row(3)]] })
  const answer = await send(`${path}?sort=seats:asc&title=x`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="lessons.csv"',
    'x-total-count': '3',
  })
  expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
    "\ufeffid,title,seats,about,state,place,created_at,updated_at\r\nr1,'=1,-1,,,,,\r\nr2,'=2,-2,,,,,\r\nr3,'=3,-3,,,,,\r\n",
  )
  expect(asked).toMatchObject([{ sort: { field: 'seats', direction: 'asc' }, filters: [{ field: 'title' }] }])
  expect(audit).toMatchObject([{ action: 'export', table: 'lessons' }])
  expect(exports).toEqual({ open: 1, closed: 1 })
})

test('an empty table is a file of names alone', async () => {
  expect(await (await setup().send(path)).text()).toMatch(/^.?id,title.*\r\n$/)
})

test('a fault before the first row is an answer like any other', async () => {
  const { send, exports } = setup({ batches: [new Error('away')] })
  expect((await send(path)).status).toBe(500)
  expect(exports.closed).toBe(1)
  expect((await send(path)).status).toBe(500)
})

test('an error midway aborts the transfer', async () => {
  const { send, exports } = setup({ batches: [[row(1)], new Error('away')] })
  const answer = await send(path)
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
  expect(exports.closed).toBe(1)
})

test('a client that disconnects closes the cursor and frees the slot', async () => {
  const { send, exports } = setup({ batches: [[row(1)], [row(2)], [row(3)]] })
  const answer = await send(path)
  await answer.body!.cancel()
  expect(exports.closed).toBe(1)
  expect((await send(path)).status).toBe(200)
})

test('one export at a time for a session', async () => {
  const { send } = setup({ batches: [[row(1)], [row(2)]] })
  const first = await send(path)
  const second = await send(path)
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '5'])
  expect((await send(path, { who: 'eve' })).status).toBe(200)
  await first.text()
  expect((await send(path)).status).toBe(200)
})

test.each(['page=1', 'limit=1', 'nonsense=1', 'sort=secret:asc', 'title[$ne]=x'])('%s is refused', async (query) => {
  const { send, exports } = setup()
  expect((await send(`${path}?${query}`)).status).toBe(400)
  expect(exports.open).toBe(0)
})
