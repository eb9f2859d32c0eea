import { gate } from '@app/concurrency/gate'
import { seconds } from '@app/contracts/durations'
import { contactFormId } from '@app/contracts/forms'
import { inquiryTable } from '@app/contracts/inquiries'
import { mayUse } from '@app/contracts/policy'
import { undoSendTime } from '@app/contracts/replies'
import type { FeaturePart } from '@app/jobs/service-of-parts'
import {
  connections,
  type DeliveryJob,
  type DeliveryQueue,
  deliveryWorker,
  type QueueState,
  signInMailWorker,
  type Transport,
} from '@app/mail'
import { mailTransport } from '@app/mail/smtp-transport'
import type { User } from '@app/session'
import { gauge, sampled } from '@app/telemetry'
import type { Addresses } from '../addresses/module'
import type { Context, Worker } from '../context'
import type { Inquiries } from '../inquiries/module'
import { type Submission, syntheticTable } from '../inquiries/submission-document'
import type { StoredMailing } from '../mailings/mailing'
import type { Mailings } from '../mailings/module'
import type { Reminders } from '../reminders/module'
import { deliverMail, type MailSource, mails, slowRecipients, withoutSuppressed } from './deliver-mail'
import { type Claim, type OutboxStore, outboxStore } from './outbox'
import { type OutboxState, outboxState } from './outbox-state'
import { lastKnown, renderMail, renderMailingMail, schoolLetterhead } from './render-mail'
import { sendSignInMail } from './send-sign-in-mail'

/** Enough to catch up quickly after an outage, few enough to keep a round short. */
const maxDue = 500

/** `source` as jobs name it; left out for inquiries. */
type DueSource = Pick<OutboxStore<never>, 'due'> & Pick<DeliveryJob, 'source'>

/** Queues due mails: those a request could not queue, those whose worker was killed, and those up for another attempt. */
export const sweepOutbox =
  ({ sources, mail }: { sources: readonly DueSource[]; mail: Pick<DeliveryQueue, 'deliver'> }) =>
  async (): Promise<void> => {
    for (const { due, source } of sources) {
      // Together, so that they reach Redis in one call.
      const jobs = (await due(maxDue)).map((job) => ({ ...job, ...(source && { source }) }))
      const queued = await Promise.all(jobs.map((job) => mail.deliver(job)))
      // Redis is unavailable: the next round follows soon enough.
      if (!queued.every(Boolean)) return
    }
  }

/** Registers gauges of waiting mail, read from the queues and the database at most every ten seconds. */
function watchMails({
  queues,
  outbox,
  lastArrival,
}: {
  queues: { state(): Promise<QueueState[]> }
  outbox: { state(): Promise<OutboxState> }
  /** Of a synthetic inquiry, in milliseconds since 1970. */
  lastArrival: () => Promise<number | undefined>
}): void {
  const queueStates = sampled(queues.state, { every: seconds(10) })
  gauge('mail_queue_jobs', 'Jobs of a queue by state', ['queue', 'state'], async () =>
    ((await queueStates()) ?? []).flatMap(({ queue, waiting, active, delayed }) =>
      Object.entries({ waiting, active, delayed }).map(([state, value]) => ({ labels: { queue, state }, value })),
    ),
  )
  gauge('mail_queue_oldest_waiting_seconds', 'Age of the oldest waiting job of a queue', ['queue'], async () =>
    ((await queueStates()) ?? []).map(({ queue, oldest }) => ({ labels: { queue }, value: oldest / seconds(1) })),
  )

  const stored = sampled(outbox.state, { every: seconds(10), timeoutMs: seconds(2) })
  gauge('outbox_inquiries', 'Inquiries with pending mails, and with failed mails', ['mails'], async () => {
    const state = await stored()
    return (
      state && [
        { labels: { mails: 'pending' }, value: state.pending },
        { labels: { mails: 'failed' }, value: state.failed },
      ]
    )
  })
  gauge('outbox_oldest_due_seconds', 'How long the oldest due mail is overdue', [], async () => {
    const state = await stored()
    return state && state.overdue / seconds(1)
  })
  gauge('outbox_oldest_unsent_seconds', 'Age of the oldest mail that was not delivered yet', ['to'], async () => {
    const state = await stored()
    return state && Object.entries(state.unsent).map(([to, age]) => ({ labels: { to }, value: age / seconds(1) }))
  })

  const arrival = sampled(lastArrival, { every: seconds(10), timeoutMs: seconds(2) })
  gauge(
    'synthetic_inquiry_last_arrival_timestamp_seconds',
    'When the mail server last took a synthetic inquiry',
    [],
    async () => {
      const at = await arrival()
      return at && at / seconds(1)
    },
  )
}

/**
 * Sends synthetic inquiries to `recipient`, which is not a person at the school; without one it only signs in to the mail
 * server and sends nothing.
 */
export const syntheticTransport = (
  transport: Pick<Transport, 'send' | 'verify'>,
  recipient: string | undefined,
): Pick<Transport, 'send'> => ({
  send: (mail) => (recipient ? transport.send({ ...mail, to: { name: '', address: recipient } }) : transport.verify()),
})

type Deps = {
  /** A person or a service account that may act at this moment. */
  actor: (id: string) => Promise<User | undefined>
  /** The id of the person with this address. */
  idOf: (email: string) => Promise<string | undefined>
}

const ended = 'Held: its author may no longer answer inquiries. Send it again in their place, or take it back.'

/**
 * Why an answer that was to be sent later may not be: the right of its author, asked again when it is claimed. Those that were stored by
 * an earlier release name their author by address.
 */
export function authorRight({ actor, idOf }: Deps) {
  async function authorOf({ owner, mail }: Claim<Submission>): Promise<string | null | undefined> {
    if (mail.author) return mail.author
    if (mail.kind !== 'reply' && mail.kind !== 'copy') return null
    const id = mail.copy_of ?? mail.message_id
    const reply = owner.replies?.find(({ message_id }) => message_id === id)
    if (!reply || mail.since.getTime() - reply.at.getTime() <= undoSendTime) return null
    return reply.by_id ?? idOf(reply.by)
  }
  return async (claim: Claim<Submission>): Promise<string | undefined> => {
    const author = await authorOf(claim)
    if (author === null) return undefined
    const holder = author === undefined ? undefined : await actor(author)
    return holder && !holder.disabled && mayUse(holder, inquiryTable, 'edit') ? undefined : ended
  }
}

export type DeliveryDeps = {
  addresses: Addresses
  inquiries: Inquiries
  mailings: Mailings
  reminders: Reminders
  /** Reads a file of a reply. */
  readFile: Parameters<typeof renderMail>[3]
}

/** Begins to send what is in the queues. */
export function startDelivery(
  { connection, collection, publicOrigin, mailDomain, mail, mailingMail, actors, log }: Context,
  { env, ready, queues, queueOptions }: Worker,
  { addresses: { mailAddresses }, inquiries, mailings, reminders, readFile }: DeliveryDeps,
): FeaturePart {
  const { forms, school, look } = inquiries
  const formOf = async (id: string) => {
    const form = await forms.find(id)
    if (!form) throw new Error(`there is no form ${id}`)
    return form
  }
  const refusal = authorRight({
    actor: actors,
    async idOf(email) {
      const found = await collection('users').findOne({ email }, { projection: { _id: 1 }, maxTimeMS: seconds(2) })
      return found?._id.toHexString()
    },
  })
  const inquirySource = (outbox: OutboxStore<Submission>): MailSource<Submission> => ({
    outbox,
    render: async (claim) =>
      renderMail(await formOf(claim.owner.form_id), claim, publicOrigin, readFile, await school()),
    refusal,
  })
  const inquiry = inquirySource(outboxStore(() => collection<Submission>(inquiryTable)))
  const synthetic = inquirySource(outboxStore(() => collection<Submission>(syntheticTable)))
  const mailing: MailSource<StoredMailing> = {
    outbox: outboxStore(mailings.stored),
    render: async (claim) =>
      renderMailingMail(await formOf(contactFormId), claim, publicOrigin, await school(), reminders.contents),
  }

  const knownLook = lastKnown(look, { school: '' })
  const schoolName = async () => (await knownLook()).school
  const letterhead = schoolLetterhead(env.MAIL_FROM, knownLook)
  const transport = (purpose: keyof typeof connections) => mailTransport(env.SMTP_URL, letterhead, connections[purpose])
  const transports = {
    delivery: transport('delivery'),
    mailing: transport('mailing'),
    signIn: transport('signIn'),
  }
  const sending = gate(connections.delivery)
  const sendingMailings = gate(connections.mailing)
  const common = () => ({ slow: slowRecipients(), sending, log })
  const deliverers = {
    inquiry: deliverMail({ ...common(), source: inquiry, transport: transports.delivery }),
    mailing: deliverMail({
      ...common(),
      source: mailing,
      transport: withoutSuppressed(transports.mailing, mailAddresses),
      sending: sendingMailings,
    }),
    synthetic: deliverMail({
      ...common(),
      source: synthetic,
      transport: syntheticTransport(transports.delivery, env.SYNTHETIC_INQUIRY_TO),
      count: () => {},
    }),
  }
  // Mails of mailings that an earlier release has queued are in the queue of the inquiries.
  const deliver = (job: DeliveryJob) => deliverers[job.source ?? 'inquiry'](job)
  const signIns = signInMailWorker(
    sendSignInMail({ transport: transports.signIn, log, mailDomain, school: schoolName }),
    {
      ...queueOptions,
      key: env.MAIL_SEAL_KEY,
      dropped(kind, { requestId }) {
        mails.add({ kind, outcome: 'dropped' })
        log.warn({ requestId, kind }, 'mail dropped')
      },
    },
  )
  const workers = [signIns]
  // Without the database a job could only be dropped.
  void ready.then(() =>
    workers.push(deliveryWorker(deliver, queueOptions), deliveryWorker(deliver, queueOptions, 'mailing')),
  )
  watchMails({
    queues: { state: () => Promise.all(Object.values(queues).map((queue) => queue.state())) },
    outbox: outboxState(connection),
    lastArrival: inquiries.synthetic.lastArrival,
  })

  const failed = 'due mails could not be queued yet'
  return {
    repeated: [
      { run: sweepOutbox({ sources: [inquiry.outbox, { ...synthetic.outbox, source: 'synthetic' }], mail }), failed },
      { run: sweepOutbox({ sources: [{ ...mailing.outbox, source: 'mailing' }], mail: mailingMail }), failed },
    ],
    async close() {
      sending.close()
      sendingMailings.close()
      await Promise.all(workers.map((worker) => worker.close()))
      for (const transport of Object.values(transports)) transport.close()
    },
  }
}
