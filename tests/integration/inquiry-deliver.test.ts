import { ObjectId } from 'mongodb'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../support/browser'
import { inquiry } from '../support/inquiry'
import { type Product, startProduct } from '../support/product'
import { type Replica, startReplica } from '../support/replica'
import { type Smtp, startSmtp } from '../support/smtp'
import { until } from '../support/until'

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

test.each([
  ['rcpt', 550],
  ['dot', 552],
  ['dot', 554],
] as const)('F27: a %s refused with %d is failed at once, with the reason on the record', async (step, code) => {
  smtp.play((at) => (at === step ? code : undefined))
  const id = await post()
  await startWorker()
  await mailIs(id, 'failed')
  expect(await read(id)).toMatchObject({
    mail_state: 'failed',
    mail_error: `The mail server answered ${code}.`,
    mails: [{ attempts: 1, due_at: null }],
  })
  expect(arrived(id)).toEqual([])
})

test('F26: what the server refuses for now is tried again later, and then gets through', async () => {
  const moves = [
    ['greeting', 421],
    ['greeting', 554],
    ['rcpt', 450],
    ['dot', 451],
  ] as const
  const left: (readonly [string, number])[] = [...moves]
  smtp.play((step) => {
    const at = left.findIndex(([one]) => one === step)
    return at < 0 ? undefined : left.splice(at, 1)[0]![1]
  })
  const ids = await Promise.all(moves.map(post))
  await startWorker()
  const booked = await until('a failure to be booked', async () => {
    const found = await collection().findOne({ mail_error: /answered (421|554|450|451)/, mail_state: 'pending' })
    return found ?? undefined
  })
  const wait = booked.mails[0].due_at.getTime() - Date.now()
  expect(wait).toBeGreaterThan(4_000)
  expect(wait).toBeLessThan(13_000)
  await until('every refusal', async () => {
    await timePasses()
    return left.length === 0
  })
  await timePasses()
  for (const id of ids) await mailIs(id, 'sent')
  expect(await collection().countDocuments({ mail_state: 'sent', mail_error: null })).toBeGreaterThanOrEqual(4)
  for (const id of ids) expect(arrived(id).length).toBe(1)
})

test('F29: a link that drops after the mail was taken makes one repetition with the same Message-ID', async () => {
  let dropped = false
  smtp.play((step) => {
    if (step !== 'dot' || dropped) return undefined
    dropped = true
    return 'drop'
  })
  const id = await post()
  await startWorker()
  await until('the first', async () => arrived(id).length === 1)
  await until('the failure', async () => (await read(id))?.mail_error)
  await timePasses()
  await mailIs(id, 'sent')
  const ids = arrived(id).map(({ messageId }) => messageId)
  expect(ids.length).toBe(2)
  expect(new Set(ids).size).toBe(1)
})

test('F25: told to stop with fifty mails under way, workers finish or return what they hold within 40 s, and none goes twice', async () => {
  const ids = await Promise.all(Array.from({ length: 120 }, post))
  let underWay = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  smtp.play(async (step) => {
    if (step !== 'dot') return undefined
    underWay++
    await finished
    return undefined
  })
  const crowd = await Promise.all(Array.from({ length: 9 }, startWorker))
  await until('fifty at once', async () => underWay >= 50, 30_000)
  const startedAt = performance.now()
  const stopped = Promise.all(crowd.map((worker) => worker.stop('SIGTERM')))
  setTimeout(finish, 3_000)
  await stopped
  expect(performance.now() - startedAt).toBeLessThan(40_000)
  expect(await Promise.all(crowd.map(({ exited }) => exited))).toEqual(crowd.map(() => 0))
  expect(await collection().countDocuments({ 'mails.state': 'sending' })).toBe(0)
  smtp.play(() => undefined)
  await startWorker()
  await timePasses()
  for (const id of ids) await mailIs(id, 'sent', 40_000)
  for (const id of ids) expect(arrived(id).length).toBe(1)
}, 180_000)
