import { call } from '@app/contracts/call'
import { hours } from '@app/contracts/durations'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { apiOf, posts } from './api.fixture'
import { serve } from './serve'

const ask = { method: 'POST', headers: { 'x-policy-only': '1', 'content-type': 'application/json' } }
const edits = call({
  ...posts,
  path: '/api/tables/:table/imports',
  access: { table: ':table', level: 'edit' },
  limit: 'upload',
  body: { schema: v.strictObject({ ok: v.boolean() }) },
})

function setup(options: Parameters<typeof apiOf>[1] = {}) {
  const made: unknown[] = []
  const api = apiOf([serve(edits, ({ body }) => made.push(body) && { ok: true })], options)
  const asked = async (table: string, who: string, headers: Record<string, string> = {}) => {
    const response = await api.send(`/api/tables/${table}/imports`, {
      ...ask,
      who,
      headers: { ...ask.headers, ...headers },
    })
    const refusal = response.headers.get('x-refusal')
    return [response.status, response.headers.get('x-refusal-status'), refusal && JSON.parse(refusal).code]
  }
  return { ...api, made, asked }
}

test('the edge learns by the policy alone whether a call would be let in; the call is not made and not counted', async () => {
  const { asked, made, counted, entries } = setup()
  expect(await asked('places', 'sam')).toEqual([204, null, null])
  expect(await asked('places', '')).toEqual([401, '401', 'not_signed_in'])
  expect(await asked('places', 'uma')).toEqual([403, '403', 'forbidden'])
  expect(await asked('lessons', 'sam')).toEqual([403, '403', 'forbidden'])
  expect(await asked('users', 'sam')).toEqual([403, '404', 'not_found'])
  expect(await asked('places', 'sam', { 'sec-fetch-site': 'cross-site' })).toEqual([403, '403', 'forbidden'])
  expect([made, counted, entries]).toEqual([[], [], []])
})

test('a call that needs a recent sign-in is refused with the code that lets the browser request one', async () => {
  const { asked } = setup({ signedInAt: new Date(Date.now() - hours(1)) })
  expect(await asked('users', 'ada')).toEqual([403, '403', 'recent_sign_in_required'])
  expect(await asked('places', 'ada')).toEqual([204, null, null])
})

test('an exhausted budget is refused with its wait; a right that is missing is told first', async () => {
  const { asked, made, send } = setup({ isOverLimit: true })
  expect(await asked('places', 'sam')).toEqual([403, '429', 'too_many_requests'])
  expect(await asked('lessons', 'sam')).toEqual([403, '403', 'forbidden'])
  const response = await send('/api/tables/places/imports', { ...ask, who: 'sam' })
  expect(response.headers.get('x-refusal-wait')).toBe('7')
  expect(made).toEqual([])
})

test('the refusal is plain ASCII, since it travels in a header', async () => {
  const { send } = setup()
  const response = await send('/api/täbles', { ...ask, who: 'ada' })
  expect([response.status, response.headers.get('x-refusal-status')]).toEqual([403, '404'])
  expect(response.headers.get('x-refusal')).toMatch(/^[\x20-\x7e]+$/)
})
