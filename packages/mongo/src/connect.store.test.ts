import { expect, test, vi } from 'vitest'
import { connectMongo } from './connect'
import { newDatabaseUri } from './test-database.fixture'

test('a connection at rest sets no timers that end within a second', async () => {
  const set = vi.spyOn(require('node:timers'), 'setTimeout')
  const mongo = connectMongo(newDatabaseUri(), { prepare: async () => {}, onError: () => {} })
  try {
    await mongo.ready
    await Bun.sleep(500)
    set.mockClear()
    await Bun.sleep(2_500)
    const pauses = set.mock.calls.map(([, ms]) => Number(ms))
    expect(pauses).not.toEqual([])
    expect(pauses.filter((ms) => ms < 1_000)).toEqual([])
  } finally {
    set.mockRestore()
    await mongo.close()
  }
})
