import { AppError } from '@app/contracts/errors'
import { Elysia } from 'elysia'
import { expect, test } from 'vitest'
import { createServiceApp } from './app'
import { beforeBody } from './before-body'
import { createLog } from './log'

const refuse = beforeBody(({ request }: { request: Request }) => {
  if (!request.headers.has('cookie')) throw new AppError('not_signed_in', 'Please sign in.')
})
const uploads = [{ path: /^\/closed\/upload/, maxBytes: 5_000_000 }]

function setup() {
  const closed = new Elysia({ prefix: '/closed' })
    .onBeforeHandle(refuse)
    .post('/records/:id', ({ body }) => body as object)
    .post('/upload/:kind', () => ({ done: true }))
  const app = createServiceApp({ log: createLog('test', 'silent'), uploads }).use(closed)
  let pulled = 0
  const post = (path: string, headers: Record<string, string>, start = '') => {
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
    return app.handle(new Request(`http://localhost${path}`, { method: 'POST', headers, body }))
  }
  return { post, pulled: () => pulled }
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'multipart/form-data; boundary=x' }

test.each([
  ['/closed/records/1', json],
  ['/closed/upload/file', form],
])('a refused request to %s is answered without reading its body', async (path, headers) => {
  const { post, pulled } = setup()
  expect((await post(path, headers)).status).toBe(401)
  expect(pulled()).toBe(0)
})

test('a request that passes the check has its body read', async () => {
  const { post, pulled } = setup()
  const answer = await post('/closed/records/1', { ...json, cookie: 'session=a' }, '{"a":1}')
  expect(await answer.json()).toEqual({ a: 1 })
  expect(pulled()).toBe(3)
})

test('refused uploads leave the places for uploads free', async () => {
  const { post } = setup()
  const statuses = await Promise.all(Array.from({ length: 20 }, () => post('/closed/upload/file', form)))
  expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401]))
})
