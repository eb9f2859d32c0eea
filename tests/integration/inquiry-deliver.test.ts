import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deliveryQueue } from '@app/mail'
import { queueNames } from '@app/mail/queue'
import { connections } from '@app/mail/worker'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { ObjectId } from 'mongodb'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser'
import { everyCase, nightlyTest } from '../support/cases'
import { inquiry } from '../support/inquiry'
import { type MailHarness, startMailHarness } from '../support/mail-harness'
import { adminEmail } from '../support/product'
import { type Replica, startReplica } from '../support/replica'
import { until } from '../support/until'

let stand: MailHarness
beforeAll(async () => {
  stand = await startMailHarness()
})
afterEach(() => stand.reset())
afterAll(() => stand?.stop())

const finalRefusals = [
  ['rcpt', 550],
  ['dot', 552],
  ['dot', 554],
] as const

// By day the next test has one of them, and deliver-mail.store.test.ts what follows from each.
test.runIf(everyCase).each(finalRefusals)(
  'F27: a %s refused with %d is failed at once, with the reason on the record',
  async (step, code) => {
    stand.smtp.play((at) => (at === step ? code : undefined))
    const id = await stand.post()
    await stand.startWorker()
    await stand.mailIs(id, 'failed')
    expect(await stand.read(id)).toMatchObject({
      mail_state: 'failed',
      mail_error: `The mail server answered ${code}.`,
      mails: [{ attempts: 1, due_at: null }],
    })
    expect(stand.arrived(id)).toEqual([])
  },
)

test('F26, F27: a temporary refusal of the mail server is retried and then delivered, a final one is failed at once', async () => {
  const unknown = 'unknown@club.example'
  const moves = [
    ['greeting', 421],
    ['greeting', 554],
    ['rcpt', 450],
    ['dot', 451],
  ] as const
  const left: (readonly [string, number])[] = [...moves]
  stand.smtp.play((step, { to }) => {
    if (to === unknown && step === 'rcpt') return 550
    const at = left.findIndex(([one]) => one === step)
    return at < 0 ? undefined : left.splice(at, 1)[0]![1]
  })
  const ids = await Promise.all(moves.map(() => stand.post()))
  const final = await stand.post()
  await stand.collection().updateOne({ _id: new ObjectId(final) }, { $set: { 'mails.0.to': unknown } })
  await stand.startWorker()
  const booked = await until('a failure to be booked', async () => {
    const found = await stand.collection().findOne({ mail_error: /answered (421|554|450|451)/, mail_state: 'pending' })
    return found ?? undefined
  })
  const wait = booked.mails[0].due_at.getTime() - Date.now()
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThan(13_000)
  await until('every refusal', async () => {
    await stand.timePasses()
    return left.length === 0
  })
  await stand.timePasses()
  for (const id of ids) await stand.mailIs(id, 'sent')
  await stand.mailIs(final, 'failed')
  expect(await stand.read(final)).toMatchObject({
    mail_error: 'The mail server answered 550.',
    mails: [{ due_at: null }],
  })
  expect(stand.arrived(final)).toEqual([])
  expect(await stand.collection().countDocuments({ mail_state: 'sent', mail_error: null })).toBeGreaterThanOrEqual(4)
  for (const id of ids) expect(stand.arrived(id).length).toBe(1)
})

nightlyTest(
  'F29: a connection lost after the mail was accepted causes one repeat with the same Message-ID',
  async () => {
    let dropped = false
    stand.smtp.play((step) => {
      if (step !== 'dot' || dropped) return undefined
      dropped = true
      return 'drop'
    })
    const id = await stand.post()
    await stand.startWorker()
    await until('the first', async () => stand.arrived(id).length === 1)
    await until('the repeat', async () => {
      await stand.timePasses()
      return stand.arrived(id).length === 2
    })
    await stand.mailIs(id, 'sent')
    const ids = stand.arrived(id).map(({ messageId }) => messageId)
    expect(ids.length).toBe(2)
    expect(new Set(ids).size).toBe(1)
  },
)

/** Workers with all their connections in use. */
const [crowdSize, queued, held] = everyCase ? [9, 120, 50] : [1, 12, connections.delivery]

test(`F25: workers stopped with ${held} mails in flight finish or return them within 40 s, and none is sent twice`, async () => {
  const redis = new Redis(stand.product.stack.redisUrl, { maxRetriesPerRequest: null })
  const queue = new Queue(queueNames.delivery, { connection: redis, prefix: 'archery' })
  // All mails and workers are there before the first is held: a worker gives up one that is held for 20 s.
  await queue.pause()
  const ids = await Promise.all(Array.from({ length: queued }, () => stand.post()))
  const crowd = await Promise.all(Array.from({ length: crowdSize }, () => stand.startWorker()))
  let underWay = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  stand.smtp.play(async (step) => {
    if (step !== 'dot') return undefined
    underWay++
    await finished
    return undefined
  })
  await queue.resume()
  await queue.close()
  redis.disconnect()
  await until('that many at once', async () => underWay >= held)
  const stopped = Promise.all(crowd.map((worker) => worker.stop('SIGTERM')))
  const isStopping = ({ url }: Replica) =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => !ok,
      () => true,
    )
  await until('all to be stopping', async () => (await Promise.all(crowd.map(isStopping))).every(Boolean))
  finish()
  await stopped
  // One that needed more than 40 s has been killed.
  expect(await Promise.all(crowd.map(({ exited }) => exited))).toEqual(crowd.map(() => 0))
  expect(await stand.collection().countDocuments({ 'mails.state': 'sending' })).toBe(0)
  stand.smtp.play(() => undefined)
  await stand.startWorker()
  await stand.timePasses()
  for (const id of ids) await stand.mailIs(id, 'sent')
  for (const id of ids) expect(stand.arrived(id).length).toBe(1)
})

test('F20: a worker killed between delivery and its record causes one repeat with the same Message-ID', async () => {
  const id = await stand.post()
  await stand.workerHeldAt('dot', (worker) => {
    worker.signal('SIGKILL')
    return 'drop'
  })
  await stand.startWorker()
  await until('the mail to be taken up again', async () => {
    await stand.timePasses('sending')
    return stand.arrived(id).length === 2
  })
  await stand.mailIs(id, 'sent')
  expect(new Set(stand.arrived(id).map(({ messageId }) => messageId)).size).toBe(1)
})

// By day deliver-mail.store.test.ts sees it.
nightlyTest('F24: duplicate jobs and two workers send one mail', async () => {
  const redis = new Redis(stand.product.stack.redisUrl, { maxRetriesPerRequest: null })
  const queue = new Queue(queueNames.delivery, { connection: redis, prefix: 'archery' })
  const id = await stand.post()
  const messageId = (await stand.read(id))!.mails[0].message_id
  for (let i = 0; i < 20; i++) await queue.add('deliver', { documentId: id, messageId, requestId: `r${i}` })
  await Promise.all([stand.startWorker(), stand.startWorker()])
  await until('the jobs to be done', async () => {
    const { waiting, active } = await queue.getJobCounts('waiting', 'active')
    return waiting === 0 && active === 0
  })
  await queue.close()
  redis.disconnect()
  await stand.mailIs(id, 'sent')
  expect(stand.arrived(id).length).toBe(1)
})

// By day outbox.store.test.ts and deliver-mail.store.test.ts see it.
nightlyTest('an inquiry that cannot be updated in the database does not delay the others', async () => {
  const [broken, ...others] = await Promise.all(Array.from({ length: 6 }, () => stand.post()))
  await stand.collection().updateOne({ _id: new ObjectId(broken!) }, { $set: { 'mails.0.attempts': 'many' } })
  await stand.startWorker()
  for (const id of others) await stand.mailIs(id, 'sent')
  expect(stand.arrived(broken!)).toEqual([])
  await stand.collection().deleteOne({ _id: new ObjectId(broken!) })
})

test('a login code does not wait behind inquiries whose mail server hangs', async () => {
  const held = Promise.withResolvers<void>()
  let underWay = 0
  stand.smtp.play(async (step, { to }) => {
    if (step !== 'rcpt' || to === adminEmail) return undefined
    underWay++
    await held.promise
    return undefined
  })
  const ids = await Promise.all(Array.from({ length: 10 }, () => stand.post()))
  await stand.startWorker()
  await until('every connection to be taken', async () => underWay === connections.delivery)
  await createBrowser(stand.product.site).post('/api/send-otp', { email: adminEmail })
  await until('the code', async () => stand.smtp.deliveries.some(({ to }) => to === adminEmail))
  expect(ids.flatMap(stand.arrived)).toEqual([])
  held.resolve()
  for (const id of ids) await stand.mailIs(id, 'sent')
})

// By day observability.test.ts sees an inquiry that was stored and not queued.
nightlyTest('F03: a service killed between storing an inquiry and queueing its mail loses no mail', async () => {
  const { stack, site } = stand.product
  const redis = stack.pidOf('redis')!
  const sent = inquiry()
  process.kill(redis, 'SIGSTOP')
  try {
    const answer = createBrowser(site)
      .post('/api/forms/submit', sent)
      .catch(() => undefined)
    const stored = async () => (await stand.collection().findOne({ message: sent.message })) ?? undefined
    await until('the inquiry', stored)
    await stack.stopProcess('forms', 'SIGKILL')
    await answer
  } finally {
    process.kill(redis, 'SIGCONT')
    await stack.startProcess('forms')
  }
  const id = String((await stand.collection().findOne({ message: sent.message }))!._id)
  await stand.startWorker()
  await stand.mailIs(id, 'sent')
  expect(stand.arrived(id).length).toBe(1)
})

test('F03: mails that are being queued when their service stops are queued', async () => {
  const { stack } = stand.product
  // A queue of its own, so that nothing takes the jobs.
  const options = { redisUrl: stack.redisUrl, prefix: `${stack.env['QUEUE_PREFIX']}-stopping`, onError: () => {} }
  const mail = deliveryQueue(options)
  const isConnected = () =>
    mail.ping().then(
      () => true,
      () => false,
    )
  await until('Redis', isConnected)
  const queueing: Promise<boolean>[] = []
  const deliver = (messageId: string) =>
    queueing.push(mail.deliver({ documentId: new ObjectId().toHexString(), messageId, requestId: 'stopping' }))
  const pid = stack.pidOf('redis')!
  process.kill(pid, 'SIGSTOP')
  try {
    deliver('<1@archery.example>')
    // Still to be queued, beside a call that is under way.
    await new Promise(setImmediate)
    deliver('<2@archery.example>')
    const closed = mail.close()
    process.kill(pid, 'SIGCONT')
    await closed
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  expect(await Promise.all(queueing)).toEqual([true, true])
  const redis = new Redis(stack.redisUrl)
  expect(await redis.llen(`${options.prefix}:${queueNames.delivery}:wait`)).toBe(2)
  redis.disconnect()
})

test('F15: a full Redis holds up no inquiry and drops no job; refused mails are sent later', async () => {
  const redis = new Redis(stand.product.stack.redisUrl)
  await stand.startWorker()
  await redis.config('SET', 'maxmemory', '1')
  const ids = [await stand.post(), await stand.post()]
  expect(ids.flatMap(stand.arrived)).toEqual([])
  expect(await redis.info('stats')).toContain('evicted_keys:0')
  await redis.config('SET', 'maxmemory', '0')
  redis.disconnect()
  await stand.timePasses()
  for (const id of ids) await stand.mailIs(id, 'sent')
  for (const id of ids) expect(stand.arrived(id).length).toBe(1)
})

nightlyTest('F16: with an evicting Redis the worker is not ready and logs an error', async () => {
  const { stack, dataDir } = stand.product
  const logFile = join(dataDir, 'logs', 'unfit.log')
  const worker = await startReplica('email-worker', stack.env, { logFile })
  const redis = new Redis(stack.redisUrl)
  const readiness = async () => (await fetch(`${worker.url}/readyz`)).status
  try {
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    await until('the worker to be unready', async () => (await readiness()) === 503)
    expect(readFileSync(logFile, 'utf8')).toMatch(/"level":"error".*"policy":"allkeys-lru"/)
  } finally {
    await redis.config('SET', 'maxmemory-policy', 'noeviction')
    redis.disconnect()
  }
  await until('the worker to be ready', async () => (await readiness()) === 200)
  await worker.stop()
})
