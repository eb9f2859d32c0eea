import { serviceAudit } from '@app/audit'
import { followFile } from '@app/config'
import { hours, minutes } from '@app/contracts/durations'
import { erasureCollection } from '@app/contracts/erasures'
import { deliveryQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { start } from '@app/service'
import { ipLimits } from '@app/service/ip-limits'
import { sharedCounters } from '@app/service/shared-counters'
import { createGuards, sessionCookie, sessionStore, tokenVerifier, userStore } from '@app/session'
import { runPeriodically } from './actions/run-periodically'
import { syntheticInquiry } from './actions/synthetic-inquiry'
import { createApp } from './app'
import { formsVariables } from './config'
import { erasureRequests } from './models/erasure-requests'
import { formStore } from './models/form'
import { inquiryStore } from './models/inquiry'
import { mailingStore, type StoredMailing } from './models/mailing'
import { replyTemplateStore } from './models/reply-template'
import { seedInquiries } from './models/sample-inquiries'
import { serviceFacts } from './models/service-facts'
import { submissionStore } from './models/submission'
import { syntheticModel } from './models/submission-document'
import { syntheticInquiries } from './models/synthetic-inquiries'

await start('forms', { variables: formsVariables, source: process.env }, async ({ env, log }) => {
  const mailDomain = new URL(env.PUBLIC_ORIGIN).hostname
  const mongo = connectMongo(env.MONGODB_URI, {
    prepare: () =>
      Promise.all([
        submissions.prepare(),
        forms.prepare(env.CONTACT_RECIPIENT),
        templates.prepare(),
        env.SEED_INQUIRIES && seedInquiries(mongo.connection, mailDomain),
        mailings.prepare(),
        audit.prepare(),
        syntheticInquiries(mongo.connection).prepare(),
      ]),
    onError: (err) => log.warn({ err }, 'waiting for MongoDB'),
  })
  const audit = serviceAudit('forms', mongo.db, log)
  const submissions = submissionStore(mongo.connection, mailDomain)
  const templates = replyTemplateStore(mongo.connection)
  const forms = formStore(mongo.connection)
  const mailings = mailingStore(() => mongo.db().collection<StoredMailing>('mailings'), mailDomain)
  const redis = {
    redisUrl: env.REDIS_URL,
    prefix: env.QUEUE_PREFIX,
    onError: (err: Error) => log.warn({ err }, 'Redis error'),
  }
  const mail = deliveryQueue(redis)
  const counters = sharedCounters({ ...redis, owner: 'forms' })
  // At most once an hour is stored; asking more often makes up for an outage soon.
  const sendSynthetic = syntheticInquiry({
    forms,
    submissions: submissionStore(mongo.connection, mailDomain, undefined, syntheticModel(mongo.connection)),
    mail,
    log,
  })
  const stopSynthetic = runPeriodically(
    sendSynthetic,
    (err) => log.warn({ err }, 'synthetic inquiry failed'),
    minutes(5),
    minutes(5),
  )
  const perHour = counters.counter('inquiries', { max: env.INQUIRIES_PER_HOUR, window: hours(1) })

  const verifier = await tokenVerifier(env.SESSION_PUBLIC_KEYS, env.PUBLIC_ORIGIN)
  followFile('SESSION_PUBLIC_KEYS', formsVariables.entries.SESSION_PUBLIC_KEYS, process.env, verifier.use)

  const app = createApp({
    log,
    // Redis is not required: an inquiry is accepted without it and mailed later.
    checks: { mongo: mongo.ping },
    publicOrigin: env.PUBLIC_ORIGIN,
    corsOrigins: env.CORS_ORIGINS,
    guards: createGuards({
      verify: verifier.verify,
      cookie: sessionCookie(env.PUBLIC_ORIGIN),
      sessions: sessionStore(mongo.connection),
      users: userStore(mongo.connection),
    }),
    forms,
    submissions,
    inquiries: inquiryStore(mongo.connection),
    erasures: erasureRequests(() => mongo.db().collection(erasureCollection)),
    templates,
    facts: serviceFacts(() => mongo.db().collection('service_cards')),
    mailings,
    audit,
    mailDomain,
    development: env.NODE_ENV === 'development',
    mail,
    limits: ipLimits(counters, env.IP_LIMIT_FACTOR),
    overHourlyLimit: async () => (await perHour('all')) > 0,
  })
  return {
    app,
    dependencies: { mongo: mongo.ping, redis: mail.ping },
    ready: mongo.ready,
    async close() {
      counters.close()
      await stopSynthetic()
      await Promise.all([mail.close(), mongo.close()])
    },
  }
})
