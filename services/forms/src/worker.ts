import { runPeriodically } from '@app/concurrency/run-periodically'
import { hours, minutes, seconds } from '@app/contracts/durations'
import { contactFormId } from '@app/contracts/forms'
import { inquiryTable } from '@app/contracts/inquiries'
import { objectStorage } from '@app/files/object-storage'
import { connections, type DeliveryJob, deliveryQueue, deliveryWorker, signInMailWorker, signInQueue } from '@app/mail'
import { mailTransport } from '@app/mail/smtp-transport'
import { connectMongo } from '@app/mongo'
import { publishedFacts } from '@app/mongo/published-facts'
import { createServiceApp, start } from '@app/service'
import { mailAddresses } from './addresses/mail-addresses'
import { mailSetup } from './addresses/mail-setup'
import { workerVariables } from './config'
import { deliverMail } from './delivery/deliver-mail'
import { mails, watchMails } from './delivery/mail-metrics'
import { mailSource } from './delivery/mail-source'
import { outboxStore } from './delivery/outbox'
import { outboxState } from './delivery/outbox-state'
import { renderMail, renderMailingMail } from './delivery/render-mail'
import { knownName, schoolSender } from './delivery/school-sender'
import { semaphore } from './delivery/semaphore'
import { sendSignInMail } from './delivery/send-sign-in-mail'
import { slowRecipients } from './delivery/slow-recipients'
import { sweepOutbox } from './delivery/sweep-outbox'
import { withoutSuppressed } from './delivery/without-suppressed'
import { indexConversations } from './inbound/index-conversations'
import { inboundJournal } from './inbound/journal'
import { startInbound } from './inbound/start-inbound'
import { formStore } from './inquiries/form'
import { retentionStore } from './inquiries/retention'
import { schoolReader } from './inquiries/school-values'
import { selectedRecords } from './inquiries/selected-records'
import { type Submission, syntheticTable } from './inquiries/submission-document'
import { syntheticInquiries } from './inquiries/synthetic-inquiries'
import { syntheticTransport } from './inquiries/synthetic-transport'
import { tableSchemas } from './inquiries/table-schemas'
import { findRecipients } from './mailings/find-recipients'
import type { StoredMailing } from './mailings/mailing'
import { nginxState } from './nginx-state'
import { reminderSettingsStore } from './reminders/lesson-reminder-settings'
import { lessonsAhead } from './reminders/lessons-ahead'
import { remindSchool } from './reminders/remind-school'
import { reminderStore } from './reminders/reminders'
import { reminderContent } from './reminders/render-reminder'
import { studentsOf } from './reminders/students-of'
import { replyFiles } from './replies/reply-files'
import { conversationWords } from './search/conversation-words'
import { watchServers } from './server-metrics'
import { checkSender } from './settings/check-sender'
import { databaseSize } from './visits/database-size'

/** Longer than the slowest send, shorter than the time after which the process is killed. Leases return what is left. */
const shutdownTimeoutMs = seconds(35)

await start('email-worker', { variables: workerVariables, source: process.env }, async ({ env, log }) => {
  const onError = (err: unknown) => log.warn({ err }, 'worker error')
  const onEvictionPolicy = (policy: string) =>
    log.error({ policy }, 'Redis may evict jobs: set its maxmemory-policy to noeviction')
  const queueOptions = { redisUrl: env.REDIS_URL, prefix: env.QUEUE_PREFIX, onError, onEvictionPolicy }

  const mailDomain = new URL(env.PUBLIC_ORIGIN).hostname

  const mongo = connectMongo(env.MONGODB_URI, {
    prepare: async () => {},
    onError,
    installation: env.INSTALLATION_ID,
  })
  const forms = formStore(mongo.connection)
  const files = replyFiles(mongo.db, env.FILES_S3 ? objectStorage(env.FILES_S3) : undefined)
  const formOf = async (id: string) => {
    const form = await forms.find(id)
    if (!form) throw new Error(`there is no form ${id}`)
    return form
  }
  const school = schoolReader(() => forms.find(contactFormId), publishedFacts(mongo.db))
  const inquirySource = mailSource(
    outboxStore(() => mongo.db().collection<Submission>(inquiryTable)),
    async (claim) =>
      renderMail(await formOf(claim.owner.form_id), claim, env.PUBLIC_ORIGIN, files.read, await school()),
  )
  const addresses = mailAddresses(mongo.db)
  const schemas = tableSchemas(() => mongo.db().collection('table_schemas'))
  const recipients = findRecipients(selectedRecords(mongo.db, schemas), addresses)
  const reminder = reminderContent({
    settings: reminderSettingsStore(mongo.db),
    lessons: lessonsAhead(mongo.db, schemas),
    recipients,
  })
  const contents = { reminder, students: studentsOf(recipients) }
  const mailingSource = mailSource(
    outboxStore(() => mongo.db().collection<StoredMailing>('mailings')),
    async (claim) => renderMailingMail(await formOf(contactFormId), claim, env.PUBLIC_ORIGIN, await school(), contents),
    'mailing',
  )
  const syntheticSource = mailSource(
    outboxStore(() => mongo.db().collection<Submission>(syntheticTable)),
    async (claim) =>
      renderMail(await formOf(claim.owner.form_id), claim, env.PUBLIC_ORIGIN, files.read, await school()),
    'synthetic',
  )
  const schoolName = knownName(async () => (await school()).school)
  const sender = schoolSender(env.MAIL_FROM, schoolName)
  const transports = {
    delivery: mailTransport(env.SMTP_URL, sender, connections.delivery),
    mailing: mailTransport(env.SMTP_URL, sender, connections.mailing),
    signIn: mailTransport(env.SMTP_URL, sender, connections.signIn),
  }
  const mail = deliveryQueue(queueOptions)
  const mailingMail = deliveryQueue({ ...queueOptions, onEvictionPolicy: () => {} }, 'mailing')
  const signInMail = signInQueue({ ...queueOptions, onEvictionPolicy: () => {} })

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
  const sending = semaphore(connections.delivery)
  const sendingMailings = semaphore(connections.mailing)
  const deliverInquiry = deliverMail({
    sourceOf: () => inquirySource,
    transport: transports.delivery,
    slow: slowRecipients(),
    sending,
    log,
  })
  const deliverMailing = deliverMail({
    sourceOf: () => mailingSource,
    transport: withoutSuppressed(transports.mailing, addresses),
    slow: slowRecipients(),
    sending: sendingMailings,
    log,
  })
  const deliverSynthetic = deliverMail({
    sourceOf: () => syntheticSource,
    transport: syntheticTransport(transports.delivery, env.SYNTHETIC_INQUIRY_TO),
    slow: slowRecipients(),
    sending,
    log,
    count: () => {},
  })
  const deliverers = { synthetic: deliverSynthetic, mailing: deliverMailing, inquiry: deliverInquiry }
  // Mails of mailings that an earlier release has queued are in the queue of the inquiries.
  const deliver = (job: DeliveryJob) => deliverers[job.source ?? 'inquiry'](job)
  const workers = [signIns]
  // Without the database a job could only be dropped.
  void mongo.ready.then(() =>
    workers.push(deliveryWorker(deliver, queueOptions), deliveryWorker(deliver, queueOptions, 'mailing')),
  )
  const retention = retentionStore(mongo.connection)
  const purge = async () => {
    const deleted = await retention.purge()
    if (deleted > 0) log.info({ deleted }, 'expired inquiries deleted')
    const unused = await files.sweep()
    if (unused > 0) log.info({ deleted: unused }, 'unused files of replies deleted')
    const { removed, kept } = await files.sweepObjects()
    if (removed > 0) log.info({ removed }, 'orphaned objects swept')
    if (kept > 0)
      log.error({ kept }, 'orphaned objects kept: most objects belong to no file, is this the right bucket?')
  }
  const reminders = reminderStore(mongo.connection, mailDomain)
  const inbound = startInbound({
    ...{ mongo, log, mailDomain, env },
    reader: Bun.resolveSync('./mail-reader', import.meta.dirname),
    ourAddresses: async () => {
      const form = await forms.find(contactFormId)
      return [env.MAIL_FROM.address, form?.reply_to, form?.notification_recipient]
    },
  })
  const stopTasks = [
    runPeriodically(sweepOutbox({ sources: [inquirySource, syntheticSource], mail }), onError),
    runPeriodically(sweepOutbox({ sources: [mailingSource], mail: mailingMail }), onError),
    runPeriodically(remindSchool({ forms, reminders }), onError, minutes(1)),
    runPeriodically(purge, onError, hours(1)),
    runPeriodically(
      indexConversations({ words: conversationWords(mongo.db), journal: inboundJournal(mongo.db), onError }),
      onError,
      seconds(5),
    ),
    runPeriodically(
      checkSender({ setup: mailSetup(mongo.db), from: env.MAIL_FROM.address, smtpUrl: env.SMTP_URL }),
      onError,
      seconds(10),
    ),
  ]

  const checks = { mongo: mongo.ping, redis: mail.ping }
  const state = () => Promise.all([mail, mailingMail, signInMail].map((queue) => queue.state()))
  watchMails({
    queues: { state },
    outbox: outboxState(mongo.connection),
    lastArrival: syntheticInquiries(mongo.connection).lastArrival,
  })
  const nginx = env.NGINX_STATUS ? nginxState(env.NGINX_STATUS) : undefined
  watchServers({ redis: mail.server, mongo: databaseSize(mongo.db), nginx })
  return {
    app: createServiceApp({ log, checks }),
    dependencies: checks,
    ready: mongo.ready,
    // Sends in progress end first; only then may the store of their outcomes close.
    async close() {
      sending.close()
      sendingMailings.close()
      const ended = Promise.all([
        inbound.close(),
        ...stopTasks.map((stop) => stop()),
        ...workers.map((worker) => worker.close()),
      ])
      await Promise.race([ended, Bun.sleep(shutdownTimeoutMs)])
      await Promise.all([mail, mailingMail, signInMail].map((queue) => queue.close()))
      for (const transport of Object.values(transports)) transport.close()
      await mongo.close()
    },
  }
})
