import { randomUUID } from 'node:crypto'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { type Signal, sharedSignals, sweepMs } from './signals'

const { redisUrl } = inject('storeServers')[0]!
const alone = 1_000
const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

function process(prefix: string, ...names: Signal[]) {
  const signals = sharedSignals({ redisUrl, prefix, onError: () => {} })
  opened.push(signals)
  const received = vi.fn<(signal: Signal) => void>()
  for (const name of names) signals.on(name, () => received(name))
  return { signals, received }
}
const receiving = ({ signals }: ReturnType<typeof process>) =>
  vi.waitFor(() => expect(signals.restMs(alone)).toBe(sweepMs), { timeout: 10_000 })

test('a signal wakes its own process at once, the others of the installation, and nobody else', async () => {
  const prefix = randomUUID()
  const one = process(prefix, 'events')
  const other = process(prefix, 'events', 'jobs')
  const foreign = process(randomUUID(), 'events')
  for (const each of [one, other, foreign]) await receiving(each)
  for (const { received } of [one, other, foreign]) received.mockClear()
  for (let each = 0; each < 5; each++) one.signals.send('events')
  expect(one.received).toHaveBeenCalledTimes(5)
  await vi.waitFor(() => expect(other.received).toHaveBeenCalledOnce(), { timeout: 10_000 })
  one.signals.send('jobs')
  await vi.waitFor(() => expect(other.received).toHaveBeenCalledWith('jobs'), { timeout: 10_000 })
  expect(other.received.mock.calls).toEqual([['events'], ['jobs']])
  expect(one.received).toHaveBeenCalledTimes(5)
  expect(foreign.received).not.toHaveBeenCalled()
})

test('what a process sends while it ends arrives', async () => {
  const prefix = randomUUID()
  const [ending, other] = [process(prefix, 'jobs'), process(prefix, 'jobs')]
  for (const each of [ending, other]) await receiving(each)
  other.received.mockClear()
  ending.signals.send('jobs')
  ending.signals.close()
  await vi.waitFor(() => expect(other.received).toHaveBeenCalledOnce(), { timeout: 10_000 })
})

test('who receives no signals of other processes looks as often as without them; once received, all are woken', async () => {
  const away = sharedSignals({ redisUrl: 'redis://127.0.0.1:1', prefix: randomUUID(), onError: () => {} })
  opened.push(away)
  const woken = vi.fn()
  away.on('events', woken)
  expect(away.restMs(alone)).toBe(alone)
  away.send('events')
  expect(woken).toHaveBeenCalledOnce()
  const one = process(randomUUID(), 'events', 'jobs')
  await receiving(one)
  expect(one.received.mock.calls).toEqual([['events'], ['jobs']])
})
