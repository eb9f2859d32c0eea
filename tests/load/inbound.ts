import { readFileSync } from 'node:fs'
import { seconds } from '@app/contracts/durations'
import { ImapFlow } from 'imapflow'
import { MongoClient, ObjectId } from 'mongodb'
import { createCorrespondents, storeInquiries } from '../faults/inbound/correspondents'
import { ownDatabase } from '../faults/rig'
import { seeded } from '../faults/seeded-random'
import { createBrowser } from '../support/browser'
import { startDovecot } from '../support/dovecot'
import { percentile } from '../support/percentile'
import { adminEmail, startProduct } from '../support/product'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'
import { processTime } from './process-time'

// How fast mail in the mailbox is in its conversation, alone and many at once, and how long a conversation of 200 takes to open. The bare
// limit is a loop that stores what it fetches in one record each, by one journaled write for a hundred, and places nothing.
//
//   MAILS=2000 bun tests/load/inbound.ts
//   MONGODB_URI=mongodb://127.0.0.1:27017 DATABASE_PID=123,124 bun tests/load/inbound.ts    a database of its own there

const many = Number(process.env.MAILS ?? 2_000)
const single = 50
const length = 200
const chunkSize = 100

const say = (line: string) => void process.stdout.write(`${line}\n`)
const load = () => readFileSync('/proc/loadavg', 'utf8').split(' ')[0]!
const dovecot = await startDovecot()
const mailbox = { INBOUND_IMAP_URL: dovecot.url, INBOUND_IMAP_PASSWORD: dovecot.password }
const given = ownDatabase(`speed-${process.pid}`)
const quiet = { SEED_SAMPLES: 'false', SEED_INQUIRIES: 'false', LOG_LEVEL: 'warn' }
const product = await startProduct({ ...quiet, ...mailbox, ...given }, { pages: false })
const databases = process.env.DATABASE_PID?.split(',').map(Number) ?? [product.stack.pidOf('mongo')!]
const databaseTime = () => databases.reduce((sum, pid) => sum + processTime(pid), 0)

/** Fetches and stores what is in the mailbox, and marks it. Resolves with the milliseconds that a mail took, and those of this process. */
async function storeBare(): Promise<{ took: number; own: number }> {
  const { port, password: pass } = dovecot
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port, secure: false, logger: false },
    auth: { user: 'desk', pass },
  })
  const database = new MongoClient(product.stack.mongoUri, { writeConcern: { w: 'majority', journal: true } })
  const bare = database.db().collection('bare_mails')
  await client.connect()
  await client.mailboxOpen('INBOX')
  const uidOptions = { uid: true } as const
  const [startedAt, before] = [performance.now(), processTime(process.pid)]
  const uids = (await client.search({ all: true }, uidOptions)) || []
  for (let at = 0; at < uids.length; at += chunkSize) {
    const range = uids.slice(at, at + chunkSize).join(',')
    const found = await client.fetchAll(range, { uid: true, source: true }, uidOptions)
    await bare.insertMany(found.map(({ uid, source }) => ({ uid, source })))
    await client.messageFlagsAdd(range, ['\\Flagged'], uidOptions)
  }
  const [took, own] = [performance.now() - startedAt, processTime(process.pid) - before]
  await client.logout()
  await bare.drop()
  await database.close()
  return { took: took / uids.length, own: own / uids.length }
}

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
    `in its conversation, alone: median ${percentile(alone, 0.5).toFixed(0)} ms, p99 ${percentile(alone, 0.99).toFixed(0)} ms of ${single}, load ${load()}`,
  )

  const worker = product.stack.pidOf('email-worker')!
  const before = { worker: processTime(worker), database: databaseTime() }
  const startedAt = performance.now()
  for (let n = 0; n < many; n++) deliver(n)
  await until(
    'all mails',
    async () => {
      await Bun.sleep(seconds(1))
      return (await mails.countDocuments({ state: 'threaded', is_pending: { $exists: false } })) === sent
    },
    seconds(900),
  )
  const took = (performance.now() - startedAt) / 1_000
  const used = { worker: processTime(worker) - before.worker, database: databaseTime() - before.database }
  say(
    `many at once: ${many} in ${took.toFixed(1)} s, ${(many / took).toFixed(0)} a second, load ${load()}; ` +
      `processor time of a mail: worker ${(used.worker / many).toFixed(1)} ms, database ${(used.database / many).toFixed(1)} ms`,
  )
  await product.stack.stopProcess('email-worker')
  const idle = databaseTime()
  const bare = await storeBare()
  say(
    `fetched and stored bare: ${(1_000 / bare.took).toFixed(0)} a second, load ${load()}; processor time of a mail: ` +
      `loop ${bare.own.toFixed(1)} ms, database ${((databaseTime() - idle) / sent).toFixed(1)} ms; ` +
      `the product reaches ${(((many / took) * bare.took) / 1_000).toFixed(2)} of its speed`,
  )
  await product.stack.startProcess('email-worker')

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
    const sentAt = performance.now()
    await admin.get(`/api/forms/submissions/${id}`)
    opened.push(performance.now() - sentAt)
  }
  say(
    `a conversation of ${length} opens: median ${percentile(opened, 0.5).toFixed(0)} ms, p99 ${percentile(opened, 0.99).toFixed(0)} ms, load ${load()}`,
  )
} finally {
  if (given['MONGODB_URI']) await product.db.dropDatabase()
  await product.stop()
  await dovecot.stop()
}
process.exit()
