import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createBrowser } from '../support/browser'
import { inquiry } from '../support/inquiry'
import { median, percentile } from '../support/percentile'
import { adminEmail, startProduct } from '../support/product'
import { startReplica } from '../support/replica'
import { type Delivery, type Smtp, startSmtp } from '../support/smtp'
import { until } from '../support/until'
import { waitingInquiries } from './queued-inquiries'

// Throughput of inquiries and their mails, and the latency of a login code behind them. The mail server answers after 60 ms, as
// one in the same region does.

const serverTakes = 60
const say = (line: string) => void process.stdout.write(`${line}\n`)

type Product = Awaited<ReturnType<typeof startProduct>>

/** Requests are sent at a fixed rate, independent of answers (open loop). */
async function answerTimes({ site }: Product, perSecond: number, seconds: number): Promise<number[]> {
  const visitor = createBrowser(site)
  const startedAt = performance.now()
  const visits = Array.from({ length: perSecond * seconds }, async (_, i) => {
    const due = startedAt + (i * 1_000) / perSecond
    await Bun.sleep(Math.max(0, due - performance.now()))
    const { status } = await visitor.post('/api/forms/submit', inquiry({ email: `visitor${i}@example.com` }))
    if (status !== 200) throw new Error(`an inquiry was answered with ${status}`)
    return performance.now() - due
  })
  return Promise.all(visits)
}

/** Mails per second after the first tenth, to leave out the start. */
function rate(deliveries: readonly Delivery[]): number {
  const begun = Math.floor(deliveries.length / 10)
  return ((deliveries.length - begun - 1) * 1_000) / (deliveries.at(-1)!.takenAt - deliveries[begun]!.takenAt)
}

async function productRate({ stack }: Product, smtp: Smtp, count: number): Promise<number> {
  await waitingInquiries(stack.mongoUri, stack.redisUrl, count)
  smtp.deliveries.length = 0
  const worker = await startReplica('email-worker', stack.env)
  await until('all mails', async () => smtp.deliveries.length >= count, 120_000)
  await worker.stop()
  return rate(smtp.deliveries)
}

async function bareRate({ stack }: Product, smtp: Smtp, count: number): Promise<number> {
  smtp.deliveries.length = 0
  const args = [join(import.meta.dirname, 'bare-mailer.ts'), stack.redisUrl, smtp.url, String(count)]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  await new Promise((done) => child.once('exit', done))
  return rate(smtp.deliveries)
}

/** Latency of a login code's mail behind queued inquiries. */
async function codeTime({ stack, site }: Product, smtp: Smtp, waiting: number): Promise<number> {
  await waitingInquiries(stack.mongoUri, stack.redisUrl, waiting)
  const worker = await startReplica('email-worker', stack.env)
  await Bun.sleep(1_000)
  const startedAt = Date.now()
  await createBrowser(site).post('/api/send-otp', { email: adminEmail })
  const code = await until('the code', async () => smtp.deliveries.find(({ to }) => to === adminEmail), 60_000)
  await worker.stop()
  return code.takenAt - startedAt
}

const smtp = await startSmtp(async (step) => {
  if (step === 'dot') await Bun.sleep(serverTakes)
  return undefined
})
const many = { IP_LIMIT_FACTOR: '100000', INQUIRIES_PER_HOUR: '100000000', SMTP_URL: smtp.url }
const product = await startProduct(many, { pages: false })
try {
  await product.stack.stopProcess('email-worker')
  await answerTimes(product, 50, 2)
  say('150 inquiries a second ...')
  const times = await answerTimes(product, 150, 15)
  await product.db.collection('contact_submissions').deleteMany({})

  const count = 1_200
  const rates: { ours: number; bare: number }[] = []
  for (let round = 1; round <= 3; round++) {
    say(`${count} mails, round ${round} ...`)
    rates.push({ bare: await bareRate(product, smtp, count), ours: await productRate(product, smtp, count) })
  }
  const peakConcurrency = smtp.peakConcurrency
  say('A login code behind 10,000 inquiries ...')
  const code = await codeTime(product, smtp, 10_000)

  say('')
  say(
    `inquiry at 150/s: answer in ms, median / p99   ${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.99).toFixed(0)}`,
  )
  const [ours, bare] = [median(rates.map(({ ours }) => ours)), median(rates.map(({ bare }) => bare))]
  const ratio = median(rates.map(({ ours, bare }) => ours / bare))
  say(`mails a second: worker / bare loop / ratio     ${ours.toFixed(0)} / ${bare.toFixed(0)} / ${ratio.toFixed(2)}x`)
  say(`SMTP connections at once, at most              ${peakConcurrency}`)
  say(`login code behind 10,000 inquiries, seconds    ${(code / 1_000).toFixed(2)}`)
} finally {
  await product.stop()
  await smtp.stop()
}
process.exit(0)
