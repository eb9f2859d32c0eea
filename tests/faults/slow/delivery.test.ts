import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type MailHarness, startMailHarness } from '../../support/mail-harness'
import { until } from '../../support/until'

let stand: MailHarness
beforeAll(async () => {
  stand = await startMailHarness()
})
afterEach(() => stand.reset())
afterAll(() => stand?.stop())

test('F28: a silent mail server times out its own mail and delays no other', async () => {
  const silentAt = ['greeting', 'rcpt', 'data', 'dot'] as const
  // The first connections hang, each at another step; later ones are served.
  const turns: string[] = []
  stand.smtp.play((step) => {
    if (!silentAt.some((one) => one === step) || turns.includes(step) || turns.length === 4) return undefined
    turns.push(step)
    return 'silent'
  })
  const ids = await Promise.all(Array.from({ length: 12 }, () => stand.post()))
  await stand.startWorker()
  await until('the others', async () => ids.filter((id) => stand.arrived(id).length === 1).length >= 8, 4_000)
  await until(
    'the time limits',
    async () =>
      (await stand.collection().countDocuments({ $or: [{ mail_error: /too long/ }, { 'mails.attempts': 2 }] })) >= 4,
    35_000,
  )
  await stand.timePasses()
  for (const id of ids) await stand.mailIs(id, 'sent')
  for (const id of ids) expect(stand.arrived(id).length).toBe(1)
}, 90_000)

test('F20: a worker killed while sending is replaced, and the mail arrives once', async () => {
  const id = await stand.post()
  await stand.workerHeldAt('data', (worker) => {
    worker.signal('SIGKILL')
    return 'silent'
  })
  await stand.startWorker()
  await stand.timePasses('sending')
  await stand.mailIs(id, 'sent')
  expect(stand.arrived(id).length).toBe(1)
})

test('F21: a mail whose worker is killed six times is not lost', async () => {
  const id = await stand.post()
  for (let i = 0; i < 6; i++) {
    let held = false
    stand.smtp.play((step) => {
      if (step !== 'data') return undefined
      held = true
      return 'silent'
    })
    const worker = await stand.startWorker()
    await stand.timePasses('sending')
    await until('the worker to hold it', async () => held, 45_000)
    await worker.stop('SIGKILL')
  }
  stand.smtp.play(() => undefined)
  await stand.startWorker()
  await stand.timePasses('sending')
  await stand.mailIs(id, 'sent')
  expect(stand.arrived(id).length).toBe(1)
}, 300_000)

test('F22, F23: a worker that hung past its lease does not send the mail again', async () => {
  const id = await stand.post()
  const zombie = await stand.workerHeldAt('rcpt', (worker) => {
    worker.signal('SIGSTOP')
    return undefined
  })
  await stand.startWorker()
  await stand.timePasses('sending')
  await stand.mailIs(id, 'sent')
  // Longer than its lease and all its timeouts.
  await new Promise((resolve) => setTimeout(resolve, 65_000))
  zombie.signal('SIGCONT')
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(stand.arrived(id).length).toBe(1)
  expect((await stand.read(id))?.mails[0]).toMatchObject({ state: 'sent' })
})
