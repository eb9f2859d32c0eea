import { seconds } from '@app/contracts/durations'
import { expect, test } from 'vitest'
import { connectMongo } from './connect'
import { newDatabaseUri } from './test-database.fixture'

test('a pool is maintained every five seconds, although the constructor of the driver ignores that option', async () => {
  const mongo = connectMongo(newDatabaseUri(), { prepare: async () => {}, onError: () => {} })
  try {
    await mongo.ready
    const { topology } = mongo.connection.getClient() as unknown as {
      topology: { s: { servers: Map<string, { pool: { options: object } }> } }
    }
    const pools = [...topology.s.servers.values()].map(({ pool }) => pool.options)
    expect(pools).toEqual([expect.objectContaining({ minPoolSizeCheckFrequencyMS: seconds(5) })])
  } finally {
    await mongo.close()
  }
})
