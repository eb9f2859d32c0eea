import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadingImport } from './reloading-import'

const file = 'https://school.example/assets/calendar-1a2b3c4d.js'
const failure = new TypeError(`Failed to fetch dynamically imported module: ${file}`)
const answer = (status: number) => async () => new Response(null, { status })
const disconnected = async () => Promise.reject(new TypeError('Failed to fetch'))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An import that fails `failures` times. */
function failing(failures: number) {
  const importFile = vi.fn(async () => {
    if (importFile.mock.calls.length <= failures) throw failure
    return { page: 'Calendar' }
  })
  return importFile
}

test('while the network fails, the file is imported again after pauses that double', async () => {
  vi.stubGlobal('fetch', vi.fn(disconnected))
  const importFile = failing(3)
  const loaded = reloadingImport(importFile)()
  for (const [pauseMs, attempts] of [
    [499, 1],
    [1, 2],
    [999, 2],
    [1, 3],
    [2_000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(pauseMs)
    expect(importFile).toHaveBeenCalledTimes(attempts)
  }
  expect(await loaded).toEqual({ page: 'Calendar' })
})

test('no pause is longer than 32 seconds', async () => {
  vi.stubGlobal('fetch', vi.fn(disconnected))
  const importFile = failing(20)
  void reloadingImport(importFile)()
  await vi.advanceTimersByTimeAsync(120_000)
  const before = importFile.mock.calls.length
  await vi.advanceTimersByTimeAsync(32_000)
  expect(importFile).toHaveBeenCalledTimes(before + 1)
})

test('it is imported at once when the browser is online again', async () => {
  vi.stubGlobal('fetch', vi.fn(disconnected))
  const importFile = failing(1)
  const loaded = reloadingImport(importFile)()
  await vi.advanceTimersByTimeAsync(10)
  dispatchEvent(new Event('online'))
  expect(await loaded).toEqual({ page: 'Calendar' })
})

test('a server that fails is like a network that fails', async () => {
  vi.stubGlobal('fetch', vi.fn(answer(502)))
  const loaded = reloadingImport(failing(7))()
  await vi.advanceTimersByTimeAsync(70_000)
  expect(await loaded).toEqual({ page: 'Calendar' })
})

test('a file that is gone is not imported again', async () => {
  const probe = vi.fn(answer(404))
  vi.stubGlobal('fetch', probe)
  const importFile = failing(9)
  await expect(reloadingImport(importFile)()).rejects.toBe(failure)
  expect(importFile).toHaveBeenCalledTimes(1)
  expect(probe).toHaveBeenCalledWith(file, expect.objectContaining({ method: 'HEAD', cache: 'no-store' }))
})

test('a file that is there and does not run is given up', async () => {
  vi.stubGlobal('fetch', vi.fn(answer(200)))
  const broken = new SyntaxError('Unexpected token')
  const importFile = vi.fn(() => Promise.reject(broken))
  const outcome = reloadingImport(importFile)().catch((error) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await outcome).toBe(broken)
  expect(importFile.mock.calls.length).toBeLessThanOrEqual(5)
})

test('calls at the same time share one import, and a later call starts another', async () => {
  const importFile = failing(0)
  const load = reloadingImport(importFile)
  expect(await Promise.all([load(), load()])).toHaveLength(2)
  expect(importFile).toHaveBeenCalledTimes(1)
  await load()
  expect(importFile).toHaveBeenCalledTimes(2)
})
