import { expect, test, vi } from 'vitest'
import { connectMongo } from './connect'
import { newDatabaseUri } from './test-database.fixture'

test('a connection at rest wakes its process less than once a second', async () => {
  const set = vi.spyOn(require('node:timers'), 'setTimeout')
  const mongo = connectMongo(newDatabaseUri(), { prepare: async () => {}, onError: () => {} })
  try {
    await mongo.ready
    await Bun.sleep(500)
    set.mockClear()
    let heartbeats = 0
    mongo.connection.getClient().on('serverHeartbeatStarted', () => heartbeats++)
    await Bun.sleep(4_500)
    expect(heartbeats).toBeLessThanOrEqual(1)
    const pauses = set.mock.calls.map(([, ms]) => Number(ms))
    expect(pauses).not.toEqual([])
    expect(pauses.filter((ms) => ms < 1_000)).toEqual([])
  } finally {
    set.mockRestore()
    await mongo.close()
  }
})
