import { expect, test } from 'vitest'
import { fileGate } from './file-gate'

test('one holder at a time; the next one enters when it leaves, or is refused after a while', async () => {
  const gate = fileGate()
  const leave = gate.tryEnter()
  expect(gate.tryEnter()).toBeUndefined()
  await expect(gate.hold(async () => 1, 0)).rejects.toThrow('Other files are being read')
  const next = gate.hold(async () => gate.tryEnter(), 5_000)
  leave?.()
  expect(await next).toBeUndefined()
  await expect(gate.hold(() => Promise.reject(new Error('broken')), 0)).rejects.toThrow('broken')
  expect(gate.tryEnter()).toBeDefined()
})
