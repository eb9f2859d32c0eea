import { ObjectId } from 'mongodb'
import { createBrowser } from './browser'
import { inquiry } from './inquiry'
import { startProduct } from './product'
import { type Replica, startReplica } from './replica'
import { type Move, type Step, startSmtp } from './smtp'
import { until } from './until'

const withoutWorker = ['mongo', 'redis', 'auth', 'forms', 'nginx']

/** A product whose mails go to a scripted mail server through workers that the test starts. */
export async function startMailHarness(env: Record<string, string> = {}) {
  const smtp = await startSmtp()
  const product = await startProduct({ SMTP_URL: smtp.url, ...env }, { pages: false, only: withoutWorker })
  const workers: Replica[] = []
  const collection = () => product.db.collection('contact_submissions')
  const read = (id: string) => collection().findOne({ _id: new ObjectId(id) })

  async function startWorker(change: Record<string, string> = {}): Promise<Replica> {
    const worker = await startReplica('email-worker', { ...product.stack.env, ...change })
    workers.push(worker)
    return worker
  }

  /** Makes pending mails due now, and mails in these states too, as after the end of a lease. */
  const timePasses = (...states: string[]) =>
    collection().updateMany(
      { 'mails.due_at': { $ne: null } },
      { $set: { 'mails.$[mail].due_at': new Date(0) } },
      { arrayFilters: [{ 'mail.state': { $in: ['pending', ...states] }, 'mail.due_at': { $ne: null } }] },
    )

  return {
    product,
    smtp,
    collection,
    read,
    startWorker,
    timePasses,

    /** Submits an inquiry as a visitor, again while the service is busy, and resolves with its id. */
    async post(change: Record<string, unknown> = {}): Promise<string> {
      const body = inquiry(change)
      const answer = await until('the inquiry to be accepted', async () => {
        const now = await createBrowser(product.site).post('/api/forms/submit', body)
        return now.status !== 503 && now
      })
      // An answer of 503 does not say that nothing was stored.
      if (answer.status === 409) return String((await collection().findOne({ message: body.message }))!._id)
      if (answer.status !== 200) throw new Error(`an inquiry was answered with ${answer.status}`)
      return String(answer.body.id)
    },
    /** The deliveries of an inquiry. */
    arrived: (id: string) => smtp.deliveries.filter(({ messageId }) => messageId.includes(id)),
    mailIs: (id: string, state: string) =>
      until(`the mail of ${id} to be ${state}`, async () => (await read(id))?.mails[0].state === state),

    /** Starts a worker and calls `act` with it when its first mail reaches `step`. */
    async workerHeldAt(step: Step, act: (worker: Replica) => Move | undefined): Promise<Replica> {
      const known = Promise.withResolvers<Replica>()
      const acted = Promise.withResolvers<void>()
      let held = false
      smtp.play(async (at) => {
        if (at !== step || held) return undefined
        held = true
        const move = act(await known.promise)
        acted.resolve()
        return move
      })
      const worker = await startWorker()
      known.resolve(worker)
      await timePasses()
      await acted.promise
      return worker
    },

    /** Kills the workers of a test, resets the mail server, and removes what a failed test left to be sent. */
    async reset(): Promise<void> {
      smtp.play(() => undefined)
      await Promise.all(workers.splice(0).map((worker) => worker.stop('SIGKILL')))
      await collection().deleteMany({ 'mails.state': { $in: ['pending', 'sending'] } })
    },
    async stop(): Promise<void> {
      await product.stop()
      await smtp.stop()
    },
  }
}

export type MailHarness = Awaited<ReturnType<typeof startMailHarness>>
