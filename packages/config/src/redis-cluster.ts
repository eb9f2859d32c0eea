import { seconds } from '@app/contracts/durations'

const timeoutMs = seconds(2)

const text =
  'is a Redis Cluster, on which the queues cannot work: their keys would be on several servers. Name a single Redis server'

async function isCluster(url: string): Promise<boolean> {
  const client = new Bun.RedisClient(url, { connectionTimeout: timeoutMs, autoReconnect: false, maxRetries: 0 })
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve(''), timeoutMs)
  try {
    const answer = await Promise.race([client.send('INFO', ['server']), late.promise])
    return /^redis_mode:cluster\r?$/m.test(String(answer))
  } finally {
    clearTimeout(timer)
    client.close()
  }
}

/**
 * One line for each of these variables that names a Redis Cluster, at any of its members. A server that does not answer is no error:
 * the product starts without Redis.
 */
export async function redisClusterErrors(urls: Record<string, string>): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(urls).map(async ([name, url]) =>
      (await isCluster(url).catch(() => false)) ? [`${name}: ${text}`] : [],
    ),
  )
  return found.flat()
}
