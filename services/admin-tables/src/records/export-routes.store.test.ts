import { expect, test, vi } from 'vitest'
import type { WireRecord } from '../tables/read-record'
import { testApp } from '../test-app.fixture'

const setup = testApp()

const row = (at: number) => ({ id: String(at).padStart(24, '0'), title: `=${at}`, seats: -at })
const path = '/api/tables/lessons/export'

/** An export whose reads of the database are `chunks`; an error is one that fails. */
async function reading(...chunks: (WireRecord[] | Error)[]) {
  const app = await setup()
  const exports = { closed: 0 }
  vi.spyOn(app.records, 'rows').mockImplementation(() => {
    const left = [...chunks]
    return {
      next: async () => {
        const chunk = left.shift()
        if (chunk instanceof Error) throw chunk
        return chunk
      },
      close: async () => void exports.closed++,
    }
  })
  return { ...app, exports }
}

test('an export is a file of every row, guarded, with its name and the number of rows', async () => {
  const { send, audited } = await setup({ records: [row(1), row(2), row(3), { ...row(4), title: 'other' }] })
  const answer = await send(`${path}?sort=seats:asc&title=%3D`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="lessons.csv"',
    'x-total-count': '3',
  })
  expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe(
    `\ufeffid,title,seats,about,state,place,created_at,updated_at\r\n${[3, 2, 1].map((at) => `${row(at).id},'=${at},-${at},,,,,\r\n`).join('')}`,
  )
  expect(await audited()).toMatchObject([{ action: 'export', table: 'lessons' }])
})

test('an empty table is a file of names alone', async () => {
  const { send } = await setup()
  expect(await (await send(path)).text()).toMatch(/^.?id,title.*\r\n$/)
})

test('a fault before the first row is an answer like any other', async () => {
  const { send, exports } = await reading(new Error('away'))
  expect((await send(path)).status).toBe(500)
  expect(exports.closed).toBe(1)
  expect((await send(path)).status).toBe(500)
})

test('an error midway aborts the transfer', async () => {
  const { send, exports } = await reading([row(1)], new Error('away'))
  const answer = await send(path)
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
  expect(exports.closed).toBe(1)
})

test('a client that disconnects closes the cursor and frees the slot', async () => {
  const { send, exports } = await reading([row(1)], [row(2)], [row(3)])
  const answer = await send(path)
  await answer.body!.cancel()
  expect(exports.closed).toBe(1)
  expect((await send(path)).status).toBe(200)
})

test('one export at a time for a session', async () => {
  const { send } = await reading([row(1)], [row(2)])
  const first = await send(path)
  const second = await send(path)
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '5'])
  expect((await send(path, { who: 'eve' })).status).toBe(200)
  await first.text()
  expect((await send(path)).status).toBe(200)
})

test.each(['page=1', 'limit=1', 'nonsense=1', 'sort=secret:asc', 'title[$ne]=x'])('%s is refused', async (query) => {
  const { send, asked } = await setup()
  expect((await send(`${path}?${query}`)).status).toBe(400)
  expect(asked()).toEqual([])
})
