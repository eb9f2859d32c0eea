import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { Product } from './product'

async function allOfRedis(url: string): Promise<string> {
  const redis = new Redis(url)
  try {
    const texts: unknown[] = []
    for await (const keys of redis.scanStream({ count: 500 })) {
      for (const key of keys as string[]) {
        const type = await redis.type(key)
        const read = {
          string: () => redis.get(key),
          hash: () => redis.hgetall(key),
          list: () => redis.lrange(key, 0, -1),
          set: () => redis.smembers(key),
          zset: () => redis.zrange(key, '0', '-1'),
          stream: () => redis.xrange(key, '-', '+'),
        }[type]
        texts.push(key, await read?.())
      }
    }
    return JSON.stringify(texts)
  } finally {
    redis.disconnect()
  }
}

/** Everything a product has stored: in MongoDB, in Redis and in the logs of its processes. */
export async function readStoredData({ db, stack, dataDir }: Product) {
  const names = (await db.listCollections().toArray()).map(({ name }) => name)
  const collections = await Promise.all(names.map(async (name) => [name, await db.collection(name).find().toArray()]))
  const logs = join(dataDir, 'logs')
  return {
    mongo: JSON.stringify(collections),
    redis: await allOfRedis(stack.redisUrl),
    logs: readdirSync(logs)
      .map((name) => readFileSync(join(logs, name), 'utf8'))
      .join('\n'),
  }
}

/** Where these words occur as whole words. */
export const findStored = (kept: Record<string, string>, words: readonly string[]) =>
  words.flatMap((word) => {
    const exact = new RegExp(`(?<![\\w-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`)
    return Object.entries(kept).flatMap(([place, text]) => (exact.test(text) ? [`${word} in ${place}`] : []))
  })
