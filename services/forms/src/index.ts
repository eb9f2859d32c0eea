import { readEnv } from '@app/config'
import { hours } from '@app/contracts/durations'
import { mailQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { createLog, serve, start } from '@app/service'
import { ipLimits } from '@app/service/ip-limits'
import { sharedCounters } from '@app/service/shared-counters'
import { createApp } from './app'
import { formsVariables } from './config'
import { formStore } from './models/form'
import { submissionStore } from './models/submission'

await start(async () => {
  const env = readEnv(formsVariables, process.env)
  const log = createLog('forms', env.LOG_LEVEL)

  const mongo = connectMongo(env.MONGODB_URI, {
    prepare: () => Promise.all([submissions.prepare(), forms.prepare(env.CONTACT_RECIPIENT)]),
    onFault: (err) => log.warn({ err }, 'waiting for MongoDB'),
  })
  const submissions = submissionStore(mongo.connection, new URL(env.PUBLIC_ORIGIN).hostname)
  const forms = formStore(mongo.connection)
  const redis = {
    redisUrl: env.REDIS_URL,
    prefix: env.QUEUE_PREFIX,
    onFault: (err: Error) => log.warn({ err }, 'Redis fault'),
  }
  const mail = mailQueue(redis)
  const counters = sharedCounters(redis)
  const perHour = counters.counter('inquiries', { max: env.INQUIRIES_PER_HOUR, window: hours(1) })

  const app = createApp({
    log,
    // Redis is no condition: an inquiry is accepted without it and mailed later.
    checks: { mongo: mongo.ping },
    publicOrigin: env.PUBLIC_ORIGIN,
    corsOrigins: env.CORS_ORIGINS,
    forms,
    submissions,
    mail,
    limits: ipLimits(counters, env.IP_LIMIT_FACTOR),
    crowded: async () => (await perHour('all')) > 0,
  })
  serve(app, {
    host: env.LISTEN_HOST,
    port: env.LISTEN_PORT,
    log,
    async close() {
      counters.close()
      await Promise.all([mail.close(), mongo.close()])
    },
  })
})
