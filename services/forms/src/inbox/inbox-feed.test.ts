import { seconds } from '@app/contracts/durations'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inboxFeed } from './inbox-feed'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setup() {
  let stored: { id: string; version: string }[] = [{ id: 'old', version: '1' }]
  let reads = 0
  const feed = inboxFeed({
    changesSince: async () => {
      reads++
      return stored
    },
    onError: () => {},
  })
  let sessions = 0
  const open = (ms = seconds(55), session = `session ${sessions++}`) => {
    const reader = feed.stream(ms, session).getReader()
    const texts: string[] = []
    let isOver = false
    const read = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read())
        texts.push(new TextDecoder().decode(part.value))
      isOver = true
    }
    void read()
    return { texts, cancel: () => reader.cancel(), isOver: () => isOver }
  }
  function change(...next: typeof stored) {
    stored = next
  }
  return { feed, open, change, reads: () => reads }
}
const changed = (...ids: string[]) => `event: changed\ndata: ${JSON.stringify({ ids })}\n\n`

test('each change is told once to every inbox; what was before is not news', async () => {
  const { open, change } = setup()
  const [one, other] = [open(), open()]
  await vi.advanceTimersByTimeAsync(1_500)
  change({ id: 'old', version: '1' }, { id: 'new', version: '1' })
  await vi.advanceTimersByTimeAsync(2_000)
  change({ id: 'new', version: '2' })
  await vi.advanceTimersByTimeAsync(1_000)
  const told = (texts: string[]) => texts.filter((text) => text !== ':\n\n')
  expect(told(one.texts)).toEqual([changed('new'), changed('new')])
  expect(told(other.texts)).toEqual(told(one.texts))
})

test('the database is read once a second however many listen, and not at all when nobody does', async () => {
  const { open, reads, feed } = setup()
  const all = [open(), open(), open()]
  await vi.advanceTimersByTimeAsync(4_500)
  expect(reads()).toBe(5)
  expect(all[0]!.texts).toEqual([':\n\n', ':\n\n'])
  for (const { cancel } of all) await cancel()
  expect(feed.listening()).toBe(0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(reads()).toBeLessThanOrEqual(6)
})

test('a stream ends after its time and when the process stops; beyond the bound none begins', async () => {
  const { open, feed } = setup()
  const short = open(seconds(2))
  await vi.advanceTimersByTimeAsync(2_000)
  expect([short.isOver(), feed.listening()]).toEqual([true, 0])
  const rest = Array.from({ length: 50 }, () => open())
  expect(() => feed.stream(1, 'one more')).toThrow('Too many inboxes are open.')
  feed.close()
  await vi.advanceTimersByTimeAsync(1)
  expect([feed.listening(), rest.every(({ isOver }) => isOver())]).toEqual([0, true])
  expect(() => feed.stream(1, 'one more')).toThrow()
})

test('one session opens five streams at most, and leaves the others to the team', () => {
  const { open, feed } = setup()
  const own = Array.from({ length: 5 }, () => open(seconds(55), 'busy'))
  expect(() => open(1, 'busy')).toThrow('Too many inboxes are open.')
  open()
  void own[0]!.cancel()
  open(seconds(55), 'busy')
  expect(feed.listening()).toBe(6)
  feed.close()
})
