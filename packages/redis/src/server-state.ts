import type { Redis } from './connect'

/** Figures of a Redis server; memory in bytes. */
type RedisState = {
  usedMemory: number
  /** 0: none. */
  memoryLimit: number
  clients: number
  replicas: number
  /** Since its start. */
  commands: number
}

const figure = (info: string, name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0)

/** Reads them. It rejects while Redis is unavailable. */
export async function redisState(redis: Pick<Redis, 'info'>): Promise<RedisState> {
  const sections = await Promise.all(['memory', 'clients', 'replication', 'stats'].map((name) => redis.info(name)))
  const info = sections.join('\n')
  return {
    usedMemory: figure(info, 'used_memory'),
    memoryLimit: figure(info, 'maxmemory'),
    clients: figure(info, 'connected_clients'),
    replicas: figure(info, 'connected_slaves'),
    commands: figure(info, 'total_commands_processed'),
  }
}
