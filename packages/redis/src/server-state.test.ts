import { expect, test } from 'vitest'
import { redisState } from './server-state'

const info = {
  memory: '# Memory\r\nused_memory:1048576\r\nused_memory_rss:4194304\r\nmaxmemory:201326592\r\n',
  clients: '# Clients\r\nconnected_clients:12\r\nmaxclients:10000\r\n',
  replication: '# Replication\r\nrole:master\r\nconnected_slaves:2\r\n',
  stats: '# Stats\r\ntotal_commands_processed:345\r\n',
}

test('figures are read from the sections that Redis and Valkey have, each by its full name', async () => {
  const redis = { info: async (section: string) => info[section as keyof typeof info] }
  expect(await redisState(redis as never)).toEqual({
    usedMemory: 1_048_576,
    memoryLimit: 201_326_592,
    clients: 12,
    replicas: 2,
    commands: 345,
  })
})
