import { seconds } from '@app/contracts/durations'
import { ObjectId } from 'mongodb'
import { createCorrespondents, storeInquiries } from '../faults/inbound/correspondents'
import { ownDatabase } from '../faults/rig'
import { seeded } from '../faults/seeded-random'
import { createBrowser } from '../support/browser'
import { startDovecot } from '../support/dovecot'
import { adminEmail, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

// How fast mail in the mailbox is in its conversation, alone and many at once, and how long a conversation of 200 takes to open.
//
//   MAILS=2000 bun tests/load/inbound.ts
//   MONGODB_URI=mongodb://127.0.0.1:27017 bun tests/load/inbound.ts    a database of its own there

const many = Number(process.env.MAILS ?? 2_000)
const single = 50
const length = 200

const say = (line: string) => void process.stdout.write(`${line}\n`)
const percentile = (values: number[], share: number) => {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

const dovecot = await startDovecot()
const mailbox = { INBOUND_IMAP_URL: dovecot.url, INBOUND_IMAP_PASSWORD: dovecot.password }
const given = ownDatabase(`speed-${process.pid}`)
const product = await startProduct(
  { SEED_SAMPLES: 'false', SEED_INQUIRIES: 'false', ...mailbox, ...given },
  { pages: false },
)
try {
  const { people, inquiries } = createCorrespondents(seeded(1), new Date(Date.now() - seconds(60)))
  await storeInquiries(product.db, inquiries)
  const mails = product.db.collection('inbound_mails')
  let sent = 0
  const deliver = (at: number) => {
    const n = ++sent
    const { email, messageId } = people.talking[at % people.talking.length]!
    const id = `<${n}@speed.example>`
    const lines = [`From: ${email}`, 'To: hello@archery.example', 'Subject: Re: Hi', `Message-ID: ${id}`]
    const text = [...lines, `In-Reply-To: ${messageId}`, '', `Answer number ${n}.`, ''].join('\r\n')
    dovecot.deliver(Buffer.from(text), `${n}.speed`)
    return id
  }
  /** How long until its inquiry knows of a mail, in milliseconds. */
  async function arrive(at: number): Promise<number> {
    const startedAt = performance.now()
    const id = deliver(at)
    while (!(await mails.findOne({ message_id: id, state: 'threaded', is_pending: { $exists: false } })))
      await Bun.sleep(5)
    return performance.now() - startedAt
  }
  await until(
    'the mailbox to be read',
    async () =>
      (await product.db.collection('inbound_doors').findOne({ _id: 'imap' as never, worked_at: { $ne: null } })) !==
      null,
  )
  const alone: number[] = []
  for (let n = 0; n < single; n++) alone.push(await arrive(n))
  say(
    `in its conversation, alone: median ${percentile(alone, 0.5).toFixed(0)} ms, p99 ${percentile(alone, 0.99).toFixed(0)} ms of ${single}`,
  )

  const startedAt = performance.now()
  for (let n = 0; n < many; n++) deliver(n)
  await until(
    'all mails',
    async () => (await mails.countDocuments({ state: 'threaded', is_pending: { $exists: false } })) === sent,
  )
  const took = (performance.now() - startedAt) / 1_000
  say(`many at once: ${many} in ${took.toFixed(1)} s, ${(many / took).toFixed(0)} a second`)

  const { id } = people.talking[0]!
  const own = await mails.countDocuments({ inquiry: new ObjectId(id) })
  for (let n = own; n < length; n++) deliver(0)
  await until(
    'the long conversation',
    async () => (await mails.countDocuments({ inquiry: new ObjectId(id), state: 'threaded' })) >= length,
  )
  const admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  const opened: number[] = []
  for (let n = 0; n < 50; n++) {
    const before = performance.now()
    await admin.get(`/api/forms/submissions/${id}`)
    opened.push(performance.now() - before)
  }
  say(
    `a conversation of ${length} opens: median ${percentile(opened, 0.5).toFixed(0)} ms, p99 ${percentile(opened, 0.99).toFixed(0)} ms`,
  )
} finally {
  if (given['MONGODB_URI']) await product.db.dropDatabase()
  await product.stop()
  await dovecot.stop()
}
process.exit()
