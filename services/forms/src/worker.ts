import { readEnv } from '@app/config'
import { hours, minutes, seconds } from '@app/contracts/durations'
import { connections, deliveryQueue, deliveryWorker, mailTransport, signInMailWorker, signInQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { createLog, createServiceApp, serve, start, watchDependencies } from '@app/service'
import { startTracing } from '@app/telemetry'
import { deliverMail } from './actions/deliver-mail'
import { remindSchool } from './actions/remind-school'
import { sendSignInMail } from './actions/send-sign-in-mail'
import { slowRecipients } from './actions/slow-recipients'
import { repeat, sweepOutbox } from './actions/sweep-outbox'
import { turns } from './actions/turns'
import { workerVariables } from './config'
import { mails, watchMails } from './mail-metrics'
import { formStore } from './models/form'
import { outboxStore } from './models/outbox'
import { outboxState } from './models/outbox-state'
import { upkeepStore } from './models/upkeep'

/** Longer than the slowest send, shorter than the time until such a process is killed. What is left then its lease returns. */
const longestStop = seconds(35)

await start(async () => {
  const env = readEnv(workerVariables, process.env)
  const log = createLog('email-worker', env.LOG_LEVEL)
  const onFault = (err: unknown) => log.warn({ err }, 'worker fault')
  await startTracing('email-worker', {
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    onFault: (err) => log.warn({ err }, 'traces cannot be sent'),
  })
  const onUnfit = (policy: string) =>
    log.error({ policy }, 'Redis may drop jobs: set its maxmemory-policy to noeviction')
  const queueOptions = { redisUrl: env.REDIS_URL, prefix: env.QUEUE_PREFIX, onFault, onUnfit }

  const mailDomain = new URL(env.PUBLIC_ORIGIN).hostname

  const mongo = connectMongo(env.MONGODB_URI, { prepare: async () => {}, onFault })
  const outbox = outboxStore(mongo.connection)
  const forms = formStore(mongo.connection)
  const transports = {
    delivery: mailTransport(env.SMTP_URL, env.MAIL_FROM, connections.delivery),
    signIn: mailTransport(env.SMTP_URL, env.MAIL_FROM, connections.signIn),
  }
  const mail = deliveryQueue(queueOptions)
  const signInMail = signInQueue({ ...queueOptions, onUnfit: () => {} })

  const signIns = signInMailWorker(sendSignInMail({ transport: transports.signIn, log, mailDomain }), {
    ...queueOptions,
    key: env.MAIL_SEAL_KEY,
    dropped(kind, { requestId }) {
      mails.add({ kind, outcome: 'dropped' })
      log.warn({ requestId, kind }, 'mail dropped')
    },
  })
  const sending = turns(connections.delivery)
  const deliver = deliverMail({
    forms,
    outbox,
    transport: transports.delivery,
    gate: slowRecipients(),
    turns: sending,
    publicOrigin: env.PUBLIC_ORIGIN,
    log,
  })
  const lanes = [signIns]
  // Without the database a job could only be dropped.
  void mongo.ready.then(() => lanes.push(deliveryWorker(deliver, queueOptions)))
  const upkeep = upkeepStore(mongo.connection, mailDomain)
  const purge = async () => {
    const removed = await upkeep.purge()
    if (removed > 0) log.info({ removed }, 'old inquiries removed')
  }
  const rounds = [
    repeat(sweepOutbox({ outbox, mail }), onFault),
    repeat(remindSchool({ forms, upkeep }), onFault, minutes(1)),
    repeat(purge, onFault, hours(1)),
  ]

  const checks = { mongo: mongo.ping, redis: mail.ping }
  watchDependencies(checks)
  const state = () => Promise.all([mail.state(), signInMail.state()])
  watchMails({ queue: { state }, outbox: outboxState(mongo.connection) })
  await serve(createServiceApp({ log, checks }), {
    host: env.LISTEN_HOST,
    port: env.LISTEN_PORT,
    log,
    ready: mongo.ready,
    // What is being sent is finished first; only then may its outcome's store go.
    async close() {
      sending.close()
      const ended = Promise.all([...rounds.map((stop) => stop()), ...lanes.map((lane) => lane.close())])
      await Promise.race([ended, Bun.sleep(longestStop)])
      await Promise.all([mail.close(), signInMail.close()])
      for (const transport of Object.values(transports)) transport.close()
      await mongo.close()
    },
  })
})
