import type { Stack } from '@app/local-stack/stack'
import { afterEach, expect, test } from 'vitest'
import { stopOrder, writers } from '../archive-tool'
import { takeRequests } from './pause-services'

afterEach(() => {
  for (const signal of ['SIGUSR1', 'SIGUSR2']) process.removeAllListeners(signal)
})

test('services are stopped by name alone: a second argument would be the signal that ends them', async () => {
  const calls: unknown[][] = []
  const note = async (...args: unknown[]) => void calls.push(args)
  takeRequests({ stopProcess: note, startProcess: note } as unknown as Stack, () => {})
  process.emit('SIGUSR1', 'SIGUSR1')
  process.emit('SIGUSR2', 'SIGUSR2')
  await expect.poll(() => calls).toEqual([...stopOrder.flat(), ...writers].map((name) => [name]))
  expect(stopOrder.flat().toSorted()).toEqual(writers.toSorted())
})

test('the services stop once the worker has: it may be waiting for a mail server', async () => {
  const stopped: string[] = []
  const { promise: delivered, resolve: deliver } = Promise.withResolvers<void>()
  const stopProcess = async (name: string) => {
    stopped.push(name)
    if (name === 'email-worker') await delivered
  }
  takeRequests({ stopProcess, startProcess: async () => {} } as unknown as Stack, () => {})
  process.emit('SIGUSR1', 'SIGUSR1')
  await new Promise(setImmediate)
  expect(stopped).toEqual(['email-worker'])
  deliver()
  await expect.poll(() => stopped).toHaveLength(4)
})
