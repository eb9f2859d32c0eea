import { runPeriodically, type StopTask } from '@app/concurrency/run-periodically'
import { followFile } from '@app/config'
import { hours, minutes, seconds } from '@app/contracts/durations'
import { objectStorage } from '@app/files/object-storage'
import { deliveryQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { exactAddress, start } from '@app/service'
import { callLimits } from '@app/service/limits'
import { sharedCounters } from '@app/service/shared-counters'
import { identify, sessionCookie, sessionStore, tokenVerifier } from '@app/session'
import { createApp } from './app'
import { formsVariables } from './config'
import { createContext } from './context'
import { inboxChanges } from './inbox/inbox-changes'
import { inboxFeed } from './inbox/inbox-feed'
import { seedInquiries } from './inquiries/sample-inquiries'
import { submissionStore } from './inquiries/submission'
import { syntheticModel } from './inquiries/submission-document'
import { syntheticInquiry } from './inquiries/synthetic-inquiry'
import { continueMailings } from './mailings/send-mailing'
import { remindParticipants } from './reminders/remind-participants'
import { visitCounter } from './visits/visit-counter'
import { visitStore } from './visits/visit-store'

await start('forms', { variables: formsVariables, source: process.env }, async ({ env, log }) => {
  const mailDomain = new URL(env.PUBLIC_ORIGIN).hostname
  const objects = env.FILES_S3 ? objectStorage(env.FILES_S3) : undefined
  const mongo = connectMongo(env.MONGODB_URI, {
    installation: env.INSTALLATION_ID,
    prepare: () =>
      Promise.all([
        context.prepare(env.CONTACT_RECIPIENT),
        env.SEED_INQUIRIES && seedInquiries(mongo.connection, mailDomain),
        context.audit.prepare(),
      ]),
    onError: (err) => log.warn({ err }, 'waiting for MongoDB'),
  })
  const redis = {
    redisUrl: env.REDIS_URL,
    prefix: env.QUEUE_PREFIX,
    onError: (err: Error) => log.warn({ err }, 'Redis error'),
  }
  const mail = deliveryQueue(redis)
  const mailingMail = deliveryQueue(redis, 'mailing')
  const context = createContext({
    mongo,
    log,
    mailDomain,
    objects,
    caps: {
      mailingsPerPerson: env.MAILINGS_PER_PERSON,
      mailsPerPerson: env.MAILING_RECIPIENTS_PER_PERSON,
      mailsPerSite: env.MAILING_RECIPIENTS_PER_SITE,
    },
    mail,
    mailingMail,
    // An undo is requested through admin-tables, by a person who waits for it.
    pollMs: seconds(1),
  })
  const { forms, mailings, jobs, runner, audit } = context
  const counters = sharedCounters({ ...redis, owner: 'forms' })
  // At most once an hour is stored; asking more often makes up for an outage soon.
  const sendSynthetic = syntheticInquiry({
    forms,
    submissions: submissionStore(mongo.connection, mailDomain, { submissions: syntheticModel(mongo.connection) }),
    mail,
    log,
  })
  const stopSynthetic = runPeriodically(
    async () => void (await sendSynthetic()),
    (err) => log.warn({ err }, 'synthetic inquiry failed'),
    minutes(5),
    { firstMs: minutes(5) },
  )
  const perHour = counters.counter('inquiries', { max: env.INQUIRIES_PER_HOUR, window: hours(1) })

  const remind = remindParticipants({
    ...context.reminders,
    settings: context.reminders.reminderSettings,
    ...{ mailings, mailingMail, audit, mailsPerSite: env.MAILING_RECIPIENTS_PER_SITE },
    onCap: (lesson) =>
      log.warn({ lesson }, 'reminders wait: the school has sent as many mails as it may within 24 hours'),
    onError: (err, lesson) => log.warn({ err, lesson }, 'reminders of a lesson could not be sent yet'),
  })
  const feed = inboxFeed({
    changesSince: inboxChanges(mongo.connection),
    onError: (err) => log.warn({ err }, 'changes of the inbox could not be read'),
  })
  // Streams are requests in flight, which a shutdown waits for.
  process.once('SIGTERM', feed.close)
  process.once('SIGINT', feed.close)
  const tasks: StopTask[] = [stopSynthetic]
  const notContinued = (err: unknown) => log.warn({ err }, 'mailings could not be continued yet')
  void mongo.ready.then(() => {
    runner.start()
    tasks.push(runPeriodically(continueMailings({ mailings, jobs, runner }), notContinued, minutes(1)))
    tasks.push(runPeriodically(remind, (err) => log.warn({ err }, 'reminders could not be sent yet'), seconds(10)))
  })

  const storedVisits = visitStore(() => mongo.db().collection('site_visits'))
  const visits = visitCounter({ store: storedVisits, ownHost: mailDomain })
  const notCounted = (err: unknown) => log.warn({ err }, 'page views could not be stored yet')
  void mongo.ready.then(() =>
    tasks.push(
      runPeriodically(visits.flush, notCounted, seconds(3)),
      runPeriodically(storedVisits.purge, notCounted, hours(1)),
    ),
  )

  const verifier = await tokenVerifier(env.SESSION_PUBLIC_KEYS, env.PUBLIC_ORIGIN)
  followFile('SESSION_PUBLIC_KEYS', formsVariables.entries.SESSION_PUBLIC_KEYS, process.env, verifier.use)

  const cookie = sessionCookie(env.PUBLIC_ORIGIN)
  const app = createApp({
    ...context,
    // Redis is not required: an inquiry is accepted without it and mailed later.
    checks: { mongo: mongo.ping, form: () => forms.requireContactForm() },
    origin: { publicOrigin: env.PUBLIC_ORIGIN, corsOrigins: env.CORS_ORIGINS },
    identify: identify({
      verify: verifier.verify,
      cookie,
      sessions: sessionStore(mongo.connection),
      users: context.users,
      accounts: context.accounts,
      addressOf: exactAddress,
    }),
    feed,
    visits,
    hasSession: (request) => cookie.read(request) !== undefined,
    limits: callLimits(counters, env.IP_LIMIT_FACTOR),
    overHourlyLimit: async () => (await perHour('all')).wait > 0,
  })
  return {
    app,
    dependencies: { mongo: mongo.ping, redis: mail.ping },
    ready: mongo.ready,
    async close() {
      counters.close()
      await Promise.all([runner.close(), ...tasks.map((stop) => stop())])
      await visits.flush().catch(notCounted)
      await Promise.all([mail.close(), mailingMail.close()])
      await mongo.close()
    },
  }
})
