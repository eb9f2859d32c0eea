import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  currentTrace,
  isTracing,
  namedTrace,
  nameNextTrace,
  tracedCall,
  tracedHandOver,
  tracedJob,
  tracedRequest,
} from './tracing'

test('without a collector the work runs untraced', async () => {
  const from = { requestId: '0af7651916cd43dd8448eb211c80319c' }
  expect(isTracing()).toBe(false)
  expect(await tracedJob('job', from, async () => 1)).toBe(1)
  expect(await tracedHandOver('hand over', from, async () => currentTrace())).toBeUndefined()
  await expect(tracedJob('job', from, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
  expect([tracedCall('call', {}), tracedRequest('GET', from)]).toEqual([undefined, undefined])
})

test('what makes and sends spans is loaded from one place, and only when it is needed', () => {
  const program = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'))
  const filesWith = (pattern: RegExp) =>
    program.filter((name) => pattern.test(readFileSync(join(import.meta.dirname, name), 'utf8'))).sort()
  expect(filesWith(/from '@opentelemetry\/(?!api')/)).toEqual(['export-traces.ts', 'sample-traces.ts'])
  expect(filesWith(/from '\.\/sample-traces'/)).toEqual(['export-traces.ts'])
  expect(filesWith(/from '\.\/export-traces'/)).toEqual([])
})

test.each([
  ['0af7651916cd43dd8448eb211c80319c', '0af7651916cd43dd8448eb211c80319c'],
  ['0'.repeat(32), undefined],
  ['from-elsewhere-1234', undefined],
])('the request id %s names a trace that begins with it as %s', (id, name) => {
  expect(nameNextTrace(id, namedTrace)).toBe(name)
  expect(namedTrace()).toBeUndefined()
})
