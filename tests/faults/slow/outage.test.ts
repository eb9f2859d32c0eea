import { queueNames, type SignInMailJob } from '@app/mail/queue'
import { connections } from '@app/mail/worker'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { waitingInquiries } from '../../load/queued-inquiries'
import { createBrowser } from '../../support/browser'
import { type MailHarness, startMailHarness } from '../../support/mail-harness'
import { adminEmail } from '../../support/product'
import { until } from '../../support/until'

const second = 'second@archery.example'
let stand: MailHarness
beforeAll(async () => {
  stand = await startMailHarness({ ADMIN_EMAILS: `${adminEmail},${second}` })
})
afterEach(() => stand.reset())
afterAll(() => stand?.stop())

test('F26: ten minutes of temporary refusals are seven attempts with doubling delays, then every mail is delivered', async () => {
  stand.smtp.play((step) => ({ rcpt: 451, dot: 450 })[String(step)])
  const ids = await Promise.all(Array.from({ length: 10 }, () => stand.post()))
  await stand.startWorker()
  // 10 + 20 + 40 + 80 + 160 + 320 seconds are ten minutes and a half.
  for (let tries = 1; tries <= 6; tries++) {
    const tried = { 'mails.state': 'pending', 'mails.attempts': tries }
    await until(`try ${tries}`, async () => (await stand.collection().countDocuments(tried)) === ids.length, 60_000)
    for (const { mails } of await stand.collection().find(tried).toArray()) {
      const wait = mails[0].due_at.getTime() - Date.now()
      expect(wait).toBeLessThanOrEqual(10_000 * 2 ** (tries - 1) * 1.2)
      // The first attempts may have waited for the last ones.
      if (tries > 2) expect(wait).toBeGreaterThan(10_000 * 2 ** (tries - 1) * 0.8 - 20_000)
    }
    if (tries === 6) stand.smtp.play(() => undefined)
    await stand.timePasses()
  }
  for (const id of ids) await stand.mailIs(id, 'sent')
  for (const id of ids) expect(stand.arrived(id).length).toBe(1)
  expect(await stand.collection().countDocuments({ 'mails.attempts': 7 })).toBe(ids.length)
})

test('F30: after six hours without a mail server, 5,000 inquiries are mailed over few connections, and an expired code is not', async () => {
  const { stack, site } = stand.product
  await stand.collection().deleteMany({})
  stand.smtp.play((step) => (step === 'greeting' ? 'drop' : undefined))
  await waitingInquiries(stack.mongoUri, stack.redisUrl, 5_000)

  const redis = new Redis(stack.redisUrl, { maxRetriesPerRequest: null })
  const codes = new Queue<SignInMailJob>(queueNames.signIn, { connection: redis, prefix: 'archery' })
  await createBrowser(site).post('/api/send-otp', { email: adminEmail })
  const [job] = await until('the code', async () => {
    const jobs = await codes.getJobs(['waiting'])
    return jobs.length === 1 && jobs
  })
  await job!.updateData({ ...job!.data, expiresAt: new Date(Date.now() - 1_000).toISOString() })

  await stand.startWorker()
  const failed = { 'mails.attempts': { $gte: 1 }, mail_error: { $ne: null } }
  await until('failures', async () => (await stand.collection().countDocuments(failed)) > 100, 120_000)
  // Six hours later ...
  stand.smtp.play(() => undefined)
  await createBrowser(site).post('/api/send-otp', { email: second })
  await until('the fresh code', async () => stand.smtp.deliveries.some(({ to }) => to === second), 30_000)
  const left = () => stand.collection().countDocuments({ mail_state: { $ne: 'sent' } })
  const all = async () => {
    await stand.timePasses()
    await Bun.sleep(15_000)
    return (await left()) === 0
  }
  await until('all mails', all, 1_500_000)

  const ids = stand.smtp.deliveries.filter(({ to }) => to === 'desk@archery.example').map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([5_000, 5_000])
  expect(stand.smtp.deliveries.filter(({ to }) => to === adminEmail)).toEqual([])
  expect(stand.smtp.peakConcurrency).toBeLessThanOrEqual(connections.delivery + connections.signIn)
  expect(connections.delivery + connections.signIn).toBeLessThanOrEqual(10)
  await codes.close()
  redis.disconnect()
}, 1_800_000)
