import * as v from 'valibot'
import { expect, test } from 'vitest'
import { redisAddress, sentinelSet } from './redis-address'

test('Sentinels are read with their ports, the name of the primary and both ways to sign in', () => {
  const url =
    'rediss+sentinel://forms:p%40ss@a.example:26380,[2001:db8::1]:80,b/archery?sentinel_username=look&sentinel_password=up&db=2'
  expect(sentinelSet(url)).toEqual({
    name: 'archery',
    isEncrypted: true,
    sentinels: [
      { host: 'a.example', port: 26_380 },
      { host: '2001:db8::1', port: 80 },
      { host: 'b', port: 26_379 },
    ],
    user: { username: 'forms', password: 'p@ss' },
    sentinel: { username: 'look', password: 'up' },
    db: 2,
  })
  expect(sentinelSet('redis+sentinel://a/archery')).toMatchObject({ isEncrypted: false, user: {}, sentinel: {}, db: 0 })
})

test.each([
  'redis://127.0.0.1:6379',
  'rediss://forms:pass@redis.example:6380/1',
  'redis+sentinel://a:26379,b:26379,c:26379/archery',
])('%s is an address of Redis', (url) => expect(v.safeParse(redisAddress, url).success).toBe(true))

test.each([
  'http://127.0.0.1:6379',
  'redis+sentinel://a:26379,b:26379',
  'redis+sentinel://a:26379,b:26379/',
  'redis+sentinel://a:26379,,b:26379/archery',
  'redis+sentinel://a:port/archery',
  'redis+sentinel://a/archery?db=one',
  'nonsense',
])('%s is none, and the error says what is', (url) => {
  const { issues } = v.safeParse(redisAddress, url)
  expect(issues?.[0].message).toMatch(/^must be a URL that begins with redis:\/\/ .* redis\+sentinel:\/\//)
})
