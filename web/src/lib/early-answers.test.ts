import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answers } from '#testing/answers'
import { request } from './api'
import { askEarly, dropEarly } from './early-answers'

const schema = v.object({ id: v.string() })
const first: [number, unknown] = [200, { id: 'first' }]
const second: [number, unknown] = [200, { id: 'second' }]

// Tests of other files may have called the same paths in this process.
beforeEach(dropEarly)

afterEach(() => {
  dropEarly()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an early answer is used once, and the code that asked early gets a copy', async () => {
  const calls = answers({ '/api/x': [first, second] })
  expect(await (await askEarly('/api/x'))?.json()).toEqual({ id: 'first' })
  expect(await request(schema, '/api/x')).toEqual({ id: 'first' })
  expect(await request(schema, '/api/x')).toEqual({ id: 'second' })
  expect(calls).toHaveLength(2)
})

test('an early answer serves only its own path with its query', async () => {
  answers({ '/api/x': [first, second] })
  await askEarly('/api/x?page=1')
  expect(await request(schema, '/api/x?page=2')).toEqual({ id: 'second' })
  expect(await request(schema, '/api/x?page=1')).toEqual({ id: 'first' })
})

test('what the program has requested is not requested early again', async () => {
  // A page that is as young as its clock.
  vi.useFakeTimers({ toFake: ['performance'] })
  const calls = answers({ '/api/x': first })
  const call = request(schema, '/api/x')
  expect(await askEarly('/api/x')).toBeUndefined()
  expect(await call).toEqual({ id: 'first' })
  expect(calls).toHaveLength(1)
})

test('an early refusal is used as well', async () => {
  const calls = answers({ '/api/x': [401, { error: 'Please sign in.', code: 'not_signed_in' }] })
  await askEarly('/api/x')
  await expect(request(schema, '/api/x', { anonymous: true })).rejects.toMatchObject({ code: 'not_signed_in' })
  expect(calls).toHaveLength(1)
})

test('after a failure of the network the call is made again', async () => {
  answers({ '/api/x': ['offline', second] })
  await expect(askEarly('/api/x')).rejects.toThrow()
  expect(await request(schema, '/api/x')).toEqual({ id: 'second' })
})

test('an early answer is not used after a change', async () => {
  answers({ '/api/x': [first, second], '/api/y': [200, { id: 'changed' }] })
  await askEarly('/api/x')
  await request(schema, '/api/y', { method: 'PUT', body: '{}' })
  expect(await request(schema, '/api/x')).toEqual({ id: 'second' })
})

test('an early answer is not used after 15 seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  answers({ '/api/x': [first, second] })
  await askEarly('/api/x')
  vi.advanceTimersByTime(15_001)
  expect(await request(schema, '/api/x')).toEqual({ id: 'second' })
})

test('a call that was canceled before it takes an early answer is rejected', async () => {
  answers({ '/api/x': first })
  await askEarly('/api/x')
  const canceled = AbortSignal.abort(new Error('canceled'))
  await expect(request(schema, '/api/x', { signal: canceled })).rejects.toThrow('canceled')
})
