import type { ImportReport } from '@app/contracts/imports'
import { expect, test } from 'vitest'
import { personId, testApp } from '../test-app.fixture'

const setup = testApp()

test('the import refuses a file that is no table with 415 and keeps nothing of it', async () => {
  const { send, collection } = await setup()
  const body = new FormData()
  const numbers = Buffer.from('PK\x03\x04\x14\x00\x06\x00Index/Document.iwa', 'latin1')
  body.set('file', new File([new Uint8Array(numbers)], 'people.csv', { type: 'text/csv' }))
  const headers = { 'x-requested-with': 'x' }
  const answer = await send('/api/tables/lessons/imports', { method: 'POST', body, headers })
  expect([answer.status, await answer.json()]).toMatchObject([
    415,
    { code: 'unsupported_media_type', error: expect.stringContaining('a Numbers document') },
  ])
  const left = ['imports', 'import_files.files', 'import_files.chunks'].map((name) => collection(name).countDocuments())
  expect(await Promise.all(left)).toEqual([0, 0, 0])
})

test('other columns are taken while the file is still checked: that check is given up, and only the new one counts', async () => {
  const { send, collection } = await setup()
  // Another check of the same person, which ends when this test says so.
  const other = { in_lane: `import/${personId('ada')}`, state: 'running', lease: { until: new Date('2100-01-01') } }
  await collection('jobs').insertOne(other)
  const asking = async (path: string, method: string, body?: unknown): Promise<ImportReport> => {
    const answer = await send(`/api/tables/lessons/imports${path}`, {
      method,
      body,
      headers: { 'x-requested-with': 'x' },
    })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as ImportReport
  }
  const body = new FormData()
  body.set('file', new File(['title,other\nYew,Elm'], 'lessons.csv', { type: 'text/csv' }))
  const { id, state, mapping } = await asking('', 'POST', body)
  expect([state, mapping]).toEqual(['checking', { title: 'title', other: null }])
  const changed = await asking(`/${id}`, 'PATCH', { mapping: { title: null } })
  expect([changed.state, changed.mapping]).toEqual(['checking', { title: null, other: null }])
  const states = () =>
    collection('jobs').find({ kind: 'import-check' }).sort({ _id: 1 }).project({ state: 1, _id: 0 }).toArray()
  expect(await states()).toEqual([{ state: 'stopped' }, { state: 'waiting' }])
  await collection('jobs').deleteOne({ in_lane: other.in_lane })
  await asking(`/${id}`, 'PATCH', { mapping: { title: 'title' } })
  const checked = async () => (await asking(`/${id}`, 'GET')).state
  await expect.poll(checked, { timeout: 20_000 }).toBe('checked')
  expect(await states()).toEqual([{ state: 'stopped' }, { state: 'stopped' }, { state: 'done' }])
}, 30_000)
