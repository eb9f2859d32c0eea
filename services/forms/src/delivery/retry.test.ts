import { expect, test } from 'vitest'
import { retry } from './deliver-mail'

test('what fails is tried again until it succeeds', async () => {
  let tries = 0
  const act = async () => {
    if (++tries < 4) throw new Error('unavailable')
    return 'recorded'
  }
  expect(await retry(act, 1)).toBe('recorded')
  expect(tries).toBe(4)
})

test('after five minutes another worker may have it, and the failure is passed on', async () => {
  let [at, tries] = [0, 0]
  const act = async () => {
    tries++
    throw new Error('unavailable')
  }
  const now = () => {
    at += 100_000
    return at
  }
  await expect(retry(act, 1, now)).rejects.toThrow('unavailable')
  expect(tries).toBe(4)
})
