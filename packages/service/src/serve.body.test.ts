import { call } from '@app/contracts/call'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { apiOf, done, posts } from './api.fixture'
import { serve } from './serve'

const ownPage = { 'sec-fetch-site': 'same-origin' }
const json = { ...ownPage, 'content-type': 'application/json' }
const form = { ...ownPage, 'content-type': 'multipart/form-data; boundary=x', 'x-requested-with': 'fetch' }
const schema = v.object({ file: v.file() })
const uploadBody = { type: 'multipart/form-data', schema, maxBytes: 5_000_000 } as const
const record = call({ ...posts, path: '/api/records/:id', access: 'admin', body: { schema: v.object({}) } })
const upload = call({ ...posts, path: '/api/upload', access: 'admin', body: uploadBody, errors: ['invalid_request'] })

/** A service that counts how often the body of a request was read from. */
function setup() {
  const { send } = apiOf([serve(record, done), serve(upload, done)])
  let pulled = 0
  const post = (path: string, headers: Record<string, string>, { who = '', start = '' } = {}) => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pulled += 1
          controller.enqueue(new TextEncoder().encode(pulled === 1 ? start : ' '.repeat(1_000)))
          if (pulled === 3) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    return send(path, { who, method: 'POST', headers, body })
  }
  return { post, pulled: () => pulled }
}

test.each([
  ['/api/records/1', json],
  ['/api/upload', form],
])('a refused request to %s is answered without reading its body', async (path, headers) => {
  const { post, pulled } = setup()
  expect((await post(path, headers)).status).toBe(401)
  expect((await post(path, headers, { who: 'uma' })).status).toBe(403)
  const wrongType = { ...headers, 'content-type': 'text/plain' }
  expect((await post(path, wrongType, { who: 'ada' })).status).toBe(415)
  const tooLarge = { ...headers, 'content-length': '5000001' }
  expect((await post(path, tooLarge, { who: 'ada' })).status).toBe(413)
  expect(pulled()).toBe(0)
})

test('a request that passes the checks has its body read', async () => {
  const { post, pulled } = setup()
  expect((await post('/api/records/1', json, { who: 'ada', start: '{"a":1}' })).status).toBe(200)
  expect(pulled()).toBe(3)
})

function uploads() {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const received: string[] = []
  const api = apiOf([
    serve(upload, async ({ body }) => {
      const file = body.get('file') as File
      received.push(await file.text())
      if (file.name === 'slow') await finished
      if (file.name === 'broken') throw new Error('broken')
      return { ok: true }
    }),
  ])
  const send = (
    name: string,
    { who = 'ada', headers = { 'x-requested-with': 'fetch' } as Record<string, string> } = {},
  ) => {
    const body = new FormData()
    body.set('file', new File(['content'], name))
    return api.status('/api/upload', {
      method: 'POST',
      who,
      body,
      // A request over the network names its length; without one it counts as large.
      headers: { ...ownPage, 'content-length': '1000', ...headers },
    })
  }
  return { ...api, upload: send, received, finish }
}

test('an upload reaches its handler, and needs the header that a form of another site cannot send', async () => {
  const { upload, received } = uploads()
  expect(await upload('a')).toBe(200)
  expect(await upload('a', { headers: {} })).toBe(403)
  expect(await upload('a', { headers: { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'fetch' } })).toBe(403)
  expect(received).toEqual(['content'])
})

test('a form that cannot be read is malformed', async () => {
  const { ask } = uploads()
  expect(await ask('/api/upload', { method: 'POST', who: 'ada', headers: form, body: 'no form' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', error: 'The request body cannot be read.' },
  })
})

test('only so many uploads run at once; finished, failed and refused ones leave their slots free', async () => {
  const { upload, received, finish } = uploads()
  const refused = await Promise.all(Array.from({ length: 20 }, () => upload('a', { who: '' })))
  expect(new Set(refused)).toEqual(new Set([401]))
  for (let round = 0; round < 3; round++) expect(await upload('broken')).toBe(500)
  received.length = 0
  const slow = [upload('slow'), upload('slow')]
  await expect.poll(() => received.length).toBe(2)
  expect(await upload('a')).toBe(503)
  finish()
  expect(await Promise.all(slow)).toEqual([200, 200])
  expect(await upload('a')).toBe(200)
})
