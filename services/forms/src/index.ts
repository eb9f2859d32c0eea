import { followFile } from '@app/config'
import { hours } from '@app/contracts/durations'
import { objectStorage } from '@app/files/object-storage'
import { deliveryQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { sharedSignals } from '@app/redis/signals'
import { exactAddress, start } from '@app/service'
import { callLimits, sharedCounters } from '@app/service/limits'
import { identify, sessionStore, tokenVerifier } from '@app/session'
import { createService } from './app'
import { formsVariables } from './config'
import { createContext } from './context'

await start('forms', { variables: formsVariables, source: process.env }, async ({ env, log, redis }) => {
  const mongo = connectMongo(env.MONGODB_URI, {
    installation: env.INSTALLATION_ID,
    prepare: () => Promise.all([service.prepare(), context.audit.prepare()]),
    onError: (err) => log.warn({ err }, 'waiting for MongoDB'),
  })
  const mail = deliveryQueue(redis)
  const mailingMail = deliveryQueue(redis, 'mailing')
  const [counters, signals] = [sharedCounters({ ...redis, owner: 'forms' }), sharedSignals(redis)]
  const perHour = counters.counter('inquiries', { max: env.INQUIRIES_PER_HOUR, window: hours(1) })
  const verifier = await tokenVerifier(env.SESSION_PUBLIC_KEYS, env.PUBLIC_ORIGIN)
  followFile('SESSION_PUBLIC_KEYS', formsVariables.entries.SESSION_PUBLIC_KEYS, process.env, verifier.use)

  const context = createContext({
    mongo,
    log,
    publicOrigin: env.PUBLIC_ORIGIN,
    objects: env.FILES_S3 ? objectStorage(env.FILES_S3) : undefined,
    mail,
    mailingMail,
    signals,
    caps: {
      mailingsPerPerson: env.MAILINGS_PER_PERSON,
      recipientsPerPerson: env.MAIL_RECIPIENTS_PER_PERSON,
      recipientsPerAccount: env.MAIL_RECIPIENTS_PER_ACCOUNT,
      recipientsPerSite: env.MAIL_RECIPIENTS_PER_SITE,
      noticesPerSite: env.MAIL_NOTICES_PER_SITE,
    },
  })
  const { cookie, users, accounts } = context
  const service = createService(context, {
    env,
    // Redis is not required: an inquiry is accepted without it and mailed later.
    checks: { mongo: mongo.ping },
    origin: { publicOrigin: env.PUBLIC_ORIGIN, corsOrigins: env.CORS_ORIGINS },
    identify: identify({
      verify: verifier.verify,
      cookie,
      sessions: sessionStore(mongo.connection),
      users,
      accounts,
      addressOf: exactAddress,
    }),
    limits: callLimits(counters, env.IP_LIMIT_FACTOR),
    overHourlyLimit: async () => (await perHour('all')).wait > 0,
  })
  process.once('SIGTERM', service.stopping)
  process.once('SIGINT', service.stopping)
  void mongo.ready.then(service.start)

  return {
    app: service.app,
    dependencies: { mongo: mongo.ping, redis: mail.ping },
    ready: mongo.ready,
    // Strangers decide how long the mails are that it answers with, and it serves the public form beside them.
    collectFrom: 72 * 1024 * 1024,
    async close() {
      counters.close()
      await service.close()
      signals.close()
      await Promise.all([mail.close(), mailingMail.close()])
      await mongo.close()
    },
  }
})
