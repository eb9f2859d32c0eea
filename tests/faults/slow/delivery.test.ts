import { ObjectId } from 'mongodb'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../../support/browser'
import { inquiry } from '../../support/inquiry'
import { type Product, startProduct } from '../../support/product'
import { type Replica, startReplica } from '../../support/replica'
import { type Move, type Smtp, type Step, startSmtp } from '../../support/smtp'
import { until } from '../../support/until'

let product: Product
let smtp: Smtp
const workers: Replica[] = []

beforeAll(async () => {
  smtp = await startSmtp()
  product = await startProduct({ SMTP_URL: smtp.url }, { pages: false })
  await product.stack.stopPart('email-worker')
})
afterEach(async () => {
  smtp.play(() => undefined)
  for (const worker of workers.splice(0)) await worker.stop('SIGKILL')
})
afterAll(async () => {
  await product?.stop()
  await smtp?.stop()
})

const startWorker = async () => {
  const worker = await startReplica('email-worker', product.stack.env)
  workers.push(worker)
  return worker
}
const collection = () => product.db.collection('contact_submissions')
const read = (id: string) => collection().findOne({ _id: new ObjectId(id) })

async function post(): Promise<string> {
  const answer = await createBrowser(product.site).post('/api/forms/submit', inquiry())
  expect(answer.status).toBe(200)
  return String(answer.body.id)
}
const arrived = (id: string) => smtp.deliveries.filter(({ messageId }) => messageId.includes(id))
const mailIs = (id: string, state: string, timeout = 20_000) =>
  until(`the mail of ${id} to be ${state}`, async () => (await read(id))?.mails[0].state === state, timeout)
/** Time passes: what waits is due now, and so is what a dead worker held. */
const timePasses = (...states: string[]) =>
  collection().updateMany(
    { 'mails.due_at': { $ne: null } },
    { $set: { 'mails.$[mail].due_at': new Date(0) } },
    { arrayFilters: [{ 'mail.state': { $in: ['pending', ...states] }, 'mail.due_at': { $ne: null } }] },
  )

test('F28: a server that falls silent costs its own mail a time limit and holds up nobody', async () => {
  const silentAt = ['greeting', 'rcpt', 'data', 'dot'] as const
  // The first connections fall silent, each at another stage; all later ones are served.
  const turns: string[] = []
  smtp.play((step) => {
    if (!silentAt.some((one) => one === step) || turns.includes(step) || turns.length === 4) return undefined
    turns.push(step)
    return 'silent'
  })
  const ids = await Promise.all(Array.from({ length: 12 }, post))
  await startWorker()
  await until('the others', async () => ids.filter((id) => arrived(id).length === 1).length >= 8, 4_000)
  await until(
    'the time limits',
    async () =>
      (await collection().countDocuments({ $or: [{ mail_error: /too long/ }, { 'mails.attempts': 2 }] })) >= 4,
    35_000,
  )
  await timePasses()
  for (const id of ids) await mailIs(id, 'sent')
  for (const id of ids) expect(arrived(id).length).toBe(1)
}, 90_000)

/** A worker whose first mail waits at `step` until the worker is known, and then for what `act` does to it. */
async function workerHeldAt(step: Step, act: (worker: Replica) => Move | undefined): Promise<Replica> {
  let known = (_: Replica) => {}
  const worker = new Promise<Replica>((resolve) => {
    known = resolve
  })
  let held = false
  let done = () => {}
  const acted = new Promise<void>((resolve) => {
    done = resolve
  })
  smtp.play(async (at) => {
    if (at !== step || held) return undefined
    held = true
    const move = act(await worker)
    done()
    return move
  })
  const started = await startWorker()
  known(started)
  await timePasses()
  await acted
  return started
}

test('F20: a worker killed in the middle of a mail is replaced, and the mail arrives once', async () => {
  const id = await post()
  await workerHeldAt('data', (worker) => {
    worker.signal('SIGKILL')
    return 'silent'
  })
  await startWorker()
  await timePasses('sending')
  await mailIs(id, 'sent', 60_000)
  expect(arrived(id).length).toBe(1)
})

test('F21: a mail whose worker dies six times is not lost', async () => {
  const id = await post()
  for (let i = 0; i < 6; i++) {
    let held = false
    smtp.play((step) => {
      if (step !== 'data') return undefined
      held = true
      return 'silent'
    })
    const worker = await startWorker()
    await timePasses('sending')
    await until('the worker to hold it', async () => held, 45_000)
    await worker.stop('SIGKILL')
  }
  smtp.play(() => undefined)
  await startWorker()
  await timePasses('sending')
  await mailIs(id, 'sent', 60_000)
  expect(arrived(id).length).toBe(1)
}, 300_000)

test('F22: a worker that stood still while another one took over its mail does not send it again', async () => {
  const id = await post()
  const zombie = await workerHeldAt('rcpt', (worker) => {
    worker.signal('SIGSTOP')
    return undefined
  })
  await startWorker()
  await timePasses('sending')
  await mailIs(id, 'sent', 120_000)
  // Longer than its lease and every time limit of its own.
  await new Promise((resolve) => setTimeout(resolve, 65_000))
  zombie.signal('SIGCONT')
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(arrived(id).length).toBe(1)
  expect((await read(id))?.mails[0]).toMatchObject({ state: 'sent' })
})
