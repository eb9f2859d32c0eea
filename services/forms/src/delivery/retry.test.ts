import { expect, test, vi } from 'vitest'
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

test('the next try is half a second later, and the last one five minutes after the first', async () => {
  vi.useFakeTimers()
  try {
    let tries = 0
    const first = Date.now()
    const times: number[] = []
    const failed = retry(async () => {
      times.push(Date.now() - first)
      throw new Error(`unavailable ${++tries}`)
    }).catch(({ message }: Error) => message)
    await vi.advanceTimersByTimeAsync(301_000)
    expect(await failed).toBe('unavailable 602')
    expect(times.slice(0, 3)).toEqual([0, 500, 1_000])
    expect(times.at(-1)).toBe(300_500)
  } finally {
    vi.useRealTimers()
  }
})
