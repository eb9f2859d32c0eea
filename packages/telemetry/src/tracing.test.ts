import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namedTrace, nameNextTrace } from './trace-ids'
import { currentTrace, isTracing, tracedCall, tracedHandOver, tracedJob, tracedRequest } from './tracing'

test('without a collector the work runs untraced', async () => {
  const from = { requestId: '0af7651916cd43dd8448eb211c80319c' }
  expect(isTracing()).toBe(false)
  expect(await tracedJob('job', from, async () => 1)).toBe(1)
  expect(await tracedHandOver('hand over', from, async () => currentTrace())).toBeUndefined()
  await expect(tracedJob('job', from, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
  expect([tracedCall('call', {}), tracedRequest('GET', from)]).toEqual([undefined, undefined])
})

test('what makes and sends spans is loaded from one place, and only when it is needed', () => {
  const loading = readdirSync(import.meta.dirname).filter((name) =>
    /from '@opentelemetry\/(?!api')/.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  )
  expect(loading).toEqual(['export-traces.ts'])
  const importing = readdirSync(import.meta.dirname).filter((name) =>
    /from '\.\/export-traces'/.test(readFileSync(join(import.meta.dirname, name), 'utf8')),
  )
  expect(importing).toEqual([])
})

test.each([
  ['0af7651916cd43dd8448eb211c80319c', '0af7651916cd43dd8448eb211c80319c'],
  ['0'.repeat(32), undefined],
  ['from-elsewhere-1234', undefined],
])('the request id %s names a trace that begins with it as %s', (id, name) => {
  expect(nameNextTrace(id, namedTrace)).toBe(name)
  expect(namedTrace()).toBeUndefined()
})
