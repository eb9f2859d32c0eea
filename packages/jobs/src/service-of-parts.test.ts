import { createLog } from '@app/service'
import { afterEach, expect, test, vi } from 'vitest'
import type { Handler } from './job'
import { jobRunner } from './job-runner'
import { type ServicePart, serviceOfParts } from './service-of-parts'

const handler = (): Handler => ({ version: 1, async *run() {} })

afterEach(() => void vi.useRealTimers())

/** A service of these parts without jobs; what happens, in order. */
function setup(partsOf: (note: (event: string) => () => Promise<void>) => ServicePart[]) {
  const events: string[] = []
  const note = (event: string) => async () => void events.push(event)
  const listeners: [string, () => void][] = []
  const jobs = {
    prepare: note('jobs prepared'),
    claim: async (kinds: { kind: string }[]) => void events.push(`looks for ${kinds.map(({ kind }) => kind)}`),
    nextDueMs: async () => 60_000,
  }
  const audit = { append: note('appended'), add: note('added'), during: async () => {} }
  const service = serviceOfParts(
    {
      log: createLog('test', 'silent'),
      audit: audit as never,
      jobs,
      runner: jobRunner({ store: jobs as never, hasRight: async () => true, audit: audit as never, onError: () => {} }),
      signals: { on: (name, listener) => void listeners.push([name, listener]), restMs: () => 30_000 },
    },
    partsOf(note),
    {
      origin: { publicOrigin: 'http://localhost', corsOrigins: [] },
      identify: async () => undefined,
      limits: async () => {},
      checks: { given: async () => {} },
    },
  )
  const get = async (path: string) => (await service.app.handle(new Request(`http://localhost${path}`))).json()
  const signal = (wanted = 'jobs') => {
    for (const [name, wake] of listeners) if (name === wanted) wake()
  }
  return { ...service, events, get, signal }
}

test('a service has the checks, reads, jobs and stores of all its parts', async () => {
  const service = setup((note): ServicePart[] => [
    { stores: [{ prepare: note('one prepared') }], jobs: { one: handler() }, reads: () => ['/one'] },
    { jobs: { two: handler() }, reads: async () => ['/two'], checks: { two: () => Promise.reject(new Error('down')) } },
  ])
  await service.prepare()
  expect(service.events).toEqual(['jobs prepared', 'one prepared'])
  expect(await service.get('/selfcheck')).toMatchObject({ reads: [{ path: '/one' }, { path: '/two' }] })
  expect(await service.get('/readyz')).toMatchObject({ ready: false, checks: { given: true, two: false } })
  service.start()
  await expect.poll(() => service.events).toContain('looks for one,two')
  await service.close()
})

test('parts begin with the service, are told that it ends, and close once nothing of theirs runs any more', async () => {
  const service = setup((note): ServicePart[] => [
    {
      repeated: [{ run: note('repeated'), firstMs: 0, failed: 'could not be repeated' }],
      begin: () => note('stopped'),
      stopping: () => void note('stopping')(),
      close: note('one closed'),
    },
    { close: note('two closed') },
  ])
  expect(service.events).toEqual([])
  service.start()
  await expect.poll(() => service.events).toContain('repeated')
  const looked = () => service.events.filter((event) => event.startsWith('looks')).length
  const before = looked()
  service.signal()
  await expect.poll(looked).toBeGreaterThan(before)
  service.stopping()
  await service.close()
  expect(service.events.slice(-4)).toEqual(['stopping', 'stopped', 'one closed', 'two closed'])
})

test('a signal starts a round within five seconds; rounds follow while there is more to do, and then a longer pause', async () => {
  vi.useFakeTimers()
  const run = vi.fn(async () => false)
  const service = setup(() => [{ repeated: [{ run, wokenBy: 'events', failed: 'could not be repeated' }] }])
  service.start()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(run).toHaveBeenCalledTimes(1)
  service.signal('events')
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(2)
  run.mockResolvedValueOnce(true)
  for (let each = 0; each < 3; each++) service.signal('events')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(run).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(24_000)
  expect(run).toHaveBeenCalledTimes(4)
  await vi.advanceTimersByTimeAsync(6_000)
  expect(run).toHaveBeenCalledTimes(5)
  const closed = service.close()
  await vi.advanceTimersByTimeAsync(5_000)
  await closed
})
