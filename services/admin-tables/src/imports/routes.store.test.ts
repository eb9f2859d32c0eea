import { expect, test } from 'vitest'
import { testApp } from '../test-app.fixture'

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
