import { expect, test } from 'vitest'
import { collectEvery, garbageCollector, maxGrowth } from './collect-garbage'

function setup() {
  let resident = 100_000_000
  const calls: string[] = []
  const collector = garbageCollector({
    resident: () => resident,
    collectNew: () => calls.push('new'),
    collectAll: () => calls.push('all'),
  })
  return { collector, calls, grow: (bytes: number) => (resident += bytes) }
}

test('requests wait for a collection of all garbage only when the process has grown', () => {
  const { collector, calls, grow } = setup()
  const wrote = collector.begin()
  for (let n = 0; n < 4; n++) wrote(collectEvery / 2 + 1)
  expect(calls).toEqual(['new', 'new'])
  grow(maxGrowth + 1)
  wrote(collectEvery + 1)
  expect(calls).toEqual(['new', 'new', 'all'])
})

test('what one export leaves in memory counts for the next one, too', () => {
  const { collector, calls, grow } = setup()
  collector.begin()
  grow(maxGrowth + 1)
  const wrote = collector.begin()
  wrote(collectEvery + 1)
  expect(calls).toEqual(['all'])
})
