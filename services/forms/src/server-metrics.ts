import { minutes, seconds } from '@app/contracts/durations'
import type { DeliveryQueue } from '@app/mail'
import type { Mongo } from '@app/mongo'
import { gauge, sampled } from '@app/telemetry'
import type { NginxState } from './nginx-state'

const byKind = (values: Record<string, number | undefined>) =>
  Object.entries(values).flatMap(([kind, value]) => (value === undefined ? [] : [{ labels: { kind }, value }]))

/** The answer of MongoDB to `dbStats`, in bytes. A compatible server may leave figures out. */
type DatabaseSize = { objects?: number; dataSize?: number; storageSize?: number; indexSize?: number }

/** Registers gauges of the servers themselves. What a server refuses to say is left out. */
export function watchServers({
  redis,
  db,
  nginx,
}: {
  redis: DeliveryQueue['server']
  db: Mongo['db']
  nginx: (() => Promise<NginxState>) | undefined
}): void {
  const redisState = sampled(redis, { every: seconds(10) })
  gauge('redis_memory_bytes', 'Memory that Redis uses, and its limit (0: none)', ['kind'], async () => {
    const state = await redisState()
    return state && byKind({ used: state.usedMemory, limit: state.memoryLimit })
  })
  gauge('redis_clients', 'Connections to Redis', [], async () => (await redisState())?.clients)
  gauge('redis_replicas', 'Replicas that follow this Redis', [], async () => (await redisState())?.replicas)
  gauge('redis_commands', 'Commands that Redis has processed since it started', [], async () => {
    return (await redisState())?.commands
  })

  const readSize = async (): Promise<DatabaseSize> => db().command({ dbStats: 1, maxTimeMS: seconds(2) })
  const size = sampled(readSize, { every: minutes(1), timeoutMs: seconds(2) })
  gauge('mongodb_documents', 'Documents in the database', [], async () => (await size())?.objects)
  gauge('mongodb_bytes', 'Documents uncompressed, what they and the indexes take on disk', ['kind'], async () => {
    const { dataSize, storageSize, indexSize } = (await size()) ?? {}
    return byKind({ data: dataSize, storage: storageSize, indexes: indexSize })
  })

  if (!nginx) return
  const nginxState = sampled(nginx, { every: seconds(10) })
  gauge('nginx_connections', 'Connections to nginx; active ones read, write or wait', ['state'], async () => {
    const { connections = {} } = (await nginxState()) ?? {}
    return Object.entries<number>(connections).map(([state, value]) => ({ labels: { state }, value }))
  })
  gauge(
    'nginx_connections_seen',
    'Connections since the worker started; nginx drops those it cannot handle',
    ['kind'],
    async () => {
      const { totals } = (await nginxState()) ?? {}
      return totals && byKind({ accepted: totals.accepted, handled: totals.handled })
    },
  )
  gauge('nginx_requests', 'Requests to nginx since the worker started', [], async () => {
    return (await nginxState())?.totals.requests
  })
  gauge('nginx_replicas', 'Replicas of nginx that answer the worker', [], async () => (await nginxState())?.replicas)
}
