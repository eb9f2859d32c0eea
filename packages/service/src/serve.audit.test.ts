import { call } from '@app/contracts/call'
import { AppError } from '@app/contracts/errors'
import { idempotencyHeaders } from '@app/contracts/idempotency'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { apiOf, done, posts } from './api.fixture'
import { serve } from './serve'

const actor = { id: 'ada', email: 'ada@example.com', sid: 'session-of-ada', requestId: expect.any(String) }
const edit = { table: ':table', level: 'edit' } as const
const body = { schema: v.object({ status: v.optional(v.string()), note: v.optional(v.string()) }) }
const change = {
  ...posts,
  path: '/api/tables/:table/:id',
  access: edit,
  headers: idempotencyHeaders,
  body,
} as const

test('an entry names actor, action, the table of the right and the record', async () => {
  const update = call({ ...change, audit: { action: 'update', record: 'id' } })
  const { status, entries } = apiOf([serve(update, done)])
  await status('/api/tables/lessons/7', { who: 'ada', json: { note: 'text' } })
  expect(entries).toEqual([{ actor, action: 'update', table: 'lessons', recordId: '7', about: {} }])
})

test('an entry names the table of its policy where the right names none', async () => {
  const upload = call({ ...posts, access: 'anyRight', audit: { action: 'upload', table: 'uploads' } })
  const fixed = call({
    ...posts,
    path: '/api/f',
    access: { table: 'lessons', level: 'edit' },
    audit: { action: 'create' },
  })
  const { status, entries } = apiOf([serve(upload, done), serve(fixed, done)])
  await status('/api/test', { who: 'ada', json: {} })
  await status('/api/f', { who: 'ada', json: {} })
  expect(entries.map(({ action, table }) => [action, table])).toEqual([
    ['upload', 'uploads'],
    ['create', 'lessons'],
  ])
})

test('an entry has choices of the body and the names of its fields, never what was written', async () => {
  const update = call({ ...change, audit: { action: 'status', about: ['status'], names: true } })
  const { status, entries } = apiOf([serve(update, done)])
  await status('/api/tables/lessons/7', { who: 'ada', json: { status: 'done', note: 'private' } })
  await status('/api/tables/lessons/7', { who: 'ada', json: { note: 'private' } })
  expect(entries.map(({ about }) => about)).toEqual([{ status: 'done', fields: 'status, note' }, { fields: 'note' }])
  expect(JSON.stringify(entries)).not.toContain('private')
})

test('calls with the same Idempotency-Key are the same event', async () => {
  const onRecord = call({ ...change, audit: { action: 'update', record: 'id' } })
  const create = call({ ...change, path: '/api/tables/:table', audit: { action: 'create' } })
  const { status, entries } = apiOf([serve(onRecord, done), serve(create, done)])
  const headers = { 'idempotency-key': 'key-0001' }
  await status('/api/tables/lessons/7', { who: 'ada', json: {}, headers })
  await status('/api/tables/lessons', { who: 'ada', json: {}, headers })
  await status('/api/tables/lessons', { who: 'ada', json: {} })
  expect(entries.map(({ ref }) => ref)).toEqual(['update/7/key-0001', 'create/ada/key-0001', undefined])
})

test('a handler adds what only its result tells', async () => {
  const create = call({ ...change, audit: { action: 'create', names: true } })
  const { status, entries } = apiOf([
    serve(create, ({ audited }) => {
      audited({ recordId: '9', about: { recipients: 3 } })
      return { ok: true }
    }),
  ])
  await status('/api/tables/lessons/7', { who: 'ada', json: { note: 'x' } })
  expect(entries).toMatchObject([{ recordId: '9', about: { fields: 'note', recipients: 3 } }])
})

test('a refused call is not recorded, nor one whose action adds the entry, nor one that records nothing', async () => {
  let audited = 0
  const refuse = () => {
    throw new AppError('conflict', 'Changed meanwhile.')
  }
  const { status, entries } = apiOf([
    serve(call({ ...change, audit: { action: 'update' } }), refuse),
    serve(call({ ...posts, path: '/api/by-action', access: 'admin', audit: { action: 'purge', by: 'action' } }), () => {
      audited++
      return { ok: true }
    }),
    serve(call({ ...posts, path: '/api/silent', access: 'admin' }), done),
  ])
  const json = { note: 'x' }
  expect(await status('/api/tables/lessons/7', { who: 'ada', json })).toBe(409)
  expect(await status('/api/tables/lessons/7', { who: 'sam', json })).toBe(403)
  expect(await status('/api/tables/lessons/7', { who: 'ada', json: { note: 1 } })).toBe(400)
  expect(await status('/api/by-action', { who: 'ada', json })).toBe(200)
  expect(await status('/api/silent', { who: 'ada', json })).toBe(200)
  expect([entries, audited]).toEqual([[], 1])
})
