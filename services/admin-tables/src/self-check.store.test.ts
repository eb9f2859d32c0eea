import { expect, test } from 'vitest'
import { lessons } from './records/tables.fixture'
import { testApp } from './test-app.fixture'

const setup = testApp()

type Answer = { reads: { path: string; status: number; records?: number }[] }

test('an update learns whether every table can be read and how many records it has, and sees none of them', async () => {
  const { send, collection } = await setup()
  await collection(lessons.name).insertMany([{ title: 'Secret one' }, { title: 'Secret two' }])
  const answer = await send('/selfcheck', { who: '' })
  const text = await answer.text()
  const { reads } = JSON.parse(text) as Answer
  expect(reads.filter(({ status }) => status !== 200)).toEqual([])
  expect(reads).toContainEqual({ path: `/api/tables/${lessons.name}?limit=100`, status: 200, records: 2 })
  expect(text).not.toContain('Secret')
  expect(answer.status).toBe(200)
})

test('a list that fails on what is stored fails the check, and the others are read all the same', async () => {
  const { send, records } = await setup()
  records.page = async () => {
    throw new Error('a record that this version cannot read')
  }
  records.rows = records.page as never
  const answer = await send('/selfcheck', { who: '' })
  const { reads } = (await answer.json()) as Answer
  expect(answer.status).toBe(503)
  expect(reads.filter(({ status }) => status === 500).map(({ path }) => path)).toContain(
    `/api/tables/${lessons.name}?limit=100`,
  )
  expect(reads).toContainEqual(expect.objectContaining({ path: '/api/site', status: 200 }))
})

test.each(['x-self-check', 'authorization', 'cookie'])(
  'no header makes a visitor the one who checks: %s',
  async (name) => {
    const { send } = await setup()
    expect((await send(`/api/tables/${lessons.name}`, { who: '', headers: { [name]: 'self-check' } })).status).toBe(401)
    expect((await send('/selfcheck', { who: '', headers: { 'x-real-ip': '203.0.113.9' } })).status).toBe(404)
  },
)
