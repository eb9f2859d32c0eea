import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deliveryQueue, deliveryWorker, signInMailJob, signInMailWorker, signInQueue } from '@app/mail'
import { sharedSignals } from '@app/redis/signals'
import { type DatabaseUser, databasePassword, redisUsers } from '@app/secrets/database-users'
import { sharedCounters } from '@app/service/limits'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/free-port'
import { until } from '../support/until'

const key = randomBytes(32).toString('base64url')
const folder = mkdtempSync(join(tmpdir(), 'redis-users-'))
const opened: (() => unknown)[] = []
let port = 0
let server: ChildProcess

function startRedis(): ChildProcess {
  const options = {
    bind: '127.0.0.1',
    port: String(port),
    dir: folder,
    aclfile: join(folder, 'users'),
    appendonly: 'yes',
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  return spawn('redis-server', args, { stdio: 'ignore' })
}
const urlOf = (user: DatabaseUser) => `redis://${user}:${databasePassword(key, 'redis', user)}@127.0.0.1:${port}`
function clientOf(user: DatabaseUser): Redis {
  const redis = new Redis(urlOf(user))
  // Redis is restarted during the test.
  redis.on('error', () => {})
  opened.push(() => redis.disconnect())
  return redis
}

beforeAll(async () => {
  port = await freePort()
  writeFileSync(join(folder, 'users'), redisUsers(key, 'archery'))
  server = startRedis()
  await clientOf('operator').ping()
})
afterAll(async () => {
  for (const close of opened) await close()
  // Asked to end, it would refuse: its folder is gone when it saves.
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test('queues and counters work with the rights of their service', async () => {
  const faults: Error[] = []
  const options = (user: DatabaseUser) => ({
    redisUrl: urlOf(user),
    prefix: 'archery',
    onError: (error: Error) => void faults.push(error),
  })
  const forms = deliveryQueue(options('forms'))
  const auth = signInQueue(options('auth'))
  const delivered: string[] = []
  const sealKey = randomBytes(32)
  const lanes = [
    deliveryWorker(async (job) => void delivered.push(job.messageId), options('email-worker')),
    signInMailWorker(async (mail) => void delivered.push(mail.to), {
      ...options('email-worker'),
      key: sealKey,
      dropped: () => {},
    }),
  ]
  const closing = [forms.close, auth.close, ...lanes.map((lane) => lane.close)]
  onTestFinished(async () => void (await Promise.all(closing.map((close) => close()))))

  const mail = {
    kind: 'new_device',
    to: 'ada@school.example',
    at: '',
    device: '',
    address: '',
    sessionsUrl: '',
  } as const
  await until('Redis', () => forms.ping().then(() => true))
  // A busy machine may exceed the time that queueing may take; what was queued all the same is delivered once.
  const queued = { documentId: '1', messageId: '<1@school>', requestId: 'r' }
  await until('the queue to take a mail', () => forms.deliver(queued))
  const notice = signInMailJob(sealKey, mail, { until: Date.now() + 60_000, requestId: 'r' })
  expect(await auth.sendNotice(notice)).toBe(true)
  await until('both mails', async () => delivered.length === 2)
  expect(delivered.sort()).toEqual(['<1@school>', 'ada@school.example'])
  expect([await forms.state(), await auth.state()]).toMatchObject([{ waiting: 0 }, { waiting: 0 }])

  for (const owner of ['auth', 'forms', 'admin-tables'] as const) {
    const counters = sharedCounters({ ...options(owner), owner })
    onTestFinished(counters.close)
    const count = counters.counter('tries', { max: 1, window: 60_000 })
    await until('Redis', () => counters.ping())
    expect([(await count('one')).wait > 0, (await count('one')).wait > 0], owner).toEqual([false, true])
    expect(await clientOf('operator').exists(`archery:${owner}:limit:tries:one`), owner).toBe(1)
  }
  expect(faults).toEqual([])
})

test('signals pass from service to service with their rights', async () => {
  const options = { prefix: 'archery', onError: () => {} }
  const [receiver, sender] = [
    sharedSignals({ ...options, redisUrl: urlOf('admin-tables') }),
    sharedSignals({ ...options, redisUrl: urlOf('forms') }),
  ]
  onTestFinished(receiver.close)
  onTestFinished(sender.close)
  let received = 0
  receiver.on('events', () => received++)
  await until('signals', async () => receiver.restMs(0) > 0)
  received = 0
  await until('a signal of another service', async () => {
    sender.send('events')
    return received > 0
  })
})

const refused: [DatabaseUser, string, string[]][] = (
  ['auth', 'forms', 'email-worker', 'admin-tables'] as const
).flatMap((user) =>
  [
    ['FLUSHALL'],
    ['FLUSHDB'],
    ['CONFIG', 'GET', 'dir'],
    ['CONFIG', 'SET', 'dir', '/tmp'],
    ['DEBUG', 'SLEEP', '0'],
    ['KEYS', '*'],
    ['SCAN', '0'],
    ['ACL', 'LIST'],
    ['CLIENT', 'LIST'],
    ['MONITOR'],
    ['SHUTDOWN'],
    ['SCRIPT', 'FLUSH'],
    ['FUNCTION', 'FLUSH'],
    ['SWAPDB', '0', '1'],
    ['GET', 'foreign:key'],
    ['EVAL', "return redis.call('GET', 'foreign:key')", '0'],
    ['EVAL', "return redis.call('FLUSHALL')", '0'],
    ['SUBSCRIBE', 'all'],
  ].map(([command = '', ...args]): [DatabaseUser, string, string[]] => [user, command, args]),
)
test.each(refused)('%s may not %s %j', async (user, command, args) => {
  await expect(clientOf(user).call(command, ...args)).rejects.toThrow(/NOPERM|can't (run|access)|not allowed/)
})

test.each([
  ['forms', 'archery:sign-in-mail:wait'],
  ['forms', 'archery:auth:limit:codeCheck:1'],
  ['auth', 'archery:inquiry-mail:wait'],
  ['auth', 'archery:forms:limit:inquiry:1'],
  ['admin-tables', 'archery:sign-in-mail:wait'],
  ['admin-tables', 'archery:inquiry-mail:wait'],
  ['email-worker', 'archery:auth:limit:codeSend:1'],
] as const)('%s can neither read nor change %s of another', async (user, name) => {
  const redis = clientOf(user)
  await expect(redis.type(name)).rejects.toThrow('NOPERM')
  await expect(redis.del(name)).rejects.toThrow('NOPERM')
})

test('anonymous clients are refused', async () => {
  for (const url of [`redis://127.0.0.1:${port}`, `redis://auth:wrong@127.0.0.1:${port}`]) {
    const redis = new Redis(url, { retryStrategy: () => null, enableReadyCheck: false })
    redis.on('error', () => {})
    await expect(redis.get('archery:auth:x')).rejects.toThrow(/NOAUTH|WRONGPASS|closed/)
    redis.disconnect()
  }
  const health = new Redis(`redis://health:-@127.0.0.1:${port}`, { enableReadyCheck: false })
  expect(await health.ping()).toBe('PONG')
  await expect(health.get('x')).rejects.toThrow('NOPERM')
  health.disconnect()
})

test('queued jobs survive a restart: Redis replays its append-only file', async () => {
  const transaction = await clientOf('forms')
    .multi()
    .set('archery:inquiry-mail:kept', 1)
    .set('archery:inquiry-mail:too', 2)
    .exec()
  expect(transaction?.map(([error]) => error)).toEqual([null, null])
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill()
  await ended
  server = startRedis()
  await until('Redis', async () => (await clientOf('forms').get('archery:inquiry-mail:too')) === '2')
})
