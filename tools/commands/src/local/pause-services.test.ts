import type { Stack } from '@app/local-stack/stack'
import { afterEach, expect, test } from 'vitest'
import { writers } from '../archive-tool'
import { takeRequests } from './pause-services'

afterEach(() => {
  for (const signal of ['SIGUSR1', 'SIGUSR2']) process.removeAllListeners(signal)
})

test('services are stopped by name alone: a second argument would be the signal that ends them', async () => {
  const calls: unknown[][] = []
  const note = async (...args: unknown[]) => void calls.push(args)
  takeRequests({ stopProcess: note, startProcess: note } as unknown as Stack, () => {})
  process.emit('SIGUSR1', 'SIGUSR1')
  await Bun.sleep(0)
  process.emit('SIGUSR2', 'SIGUSR2')
  await Bun.sleep(10)
  expect(calls).toEqual([...writers, ...writers].map((name) => [name]))
})
