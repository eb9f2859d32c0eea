import { headSigner, signHourly } from '@app/audit'
import { runPeriodically } from '@app/concurrency/run-loop'
import { followFile } from '@app/config'
import { signInQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { publishedFacts } from '@app/mongo/published-facts'
import { start } from '@app/service'
import { callLimits, sharedCounters } from '@app/service/limits'
import { tokenSigner, tokenVerifier } from '@app/session'
import { createApp } from './app'
import { authVariables, keyVariables } from './config'
import { createContext } from './context'
import { openIdProvider } from './google/provider'
import { mailAuditHeads } from './people/mail-audit-heads'
import { noticeMarks } from './people/notice-marks'
import { notifyAccessAdded } from './people/notify-access-added'

await start('auth', { variables: authVariables, source: process.env }, async ({ env, log, redis }) => {
  const mongo = connectMongo(env.MONGODB_URI, {
    installation: env.INSTALLATION_ID,
    prepare: () => Promise.all([context.prepare(), context.audit.prepare(), notices.prepare()]),
    onError: (err) => log.warn({ err }, 'waiting for MongoDB'),
  })
  const context = createContext({ mongo, log, adminEmails: env.ADMIN_EMAILS })
  const { audit } = context
  const mail = signInQueue(redis)
  const notices = notifyAccessAdded({
    stored: audit.stored,
    marks: noticeMarks(mongo.connection),
    mail,
    adminEmails: context.accounts.adminEmails,
    sealKey: env.MAIL_SEAL_KEY,
    publicOrigin: env.PUBLIC_ORIGIN,
  })
  const counters = sharedCounters({ ...redis, owner: 'auth' })
  const limits = callLimits(counters, env.IP_LIMIT_FACTOR)

  const signer = await tokenSigner(env.SESSION_SIGNING_KEY, env.PUBLIC_ORIGIN)
  const verifier = await tokenVerifier(env.SESSION_PUBLIC_KEYS, env.PUBLIC_ORIGIN)
  followFile('SESSION_SIGNING_KEY', keyVariables.SESSION_SIGNING_KEY, process.env, signer.use)
  followFile('SESSION_PUBLIC_KEYS', keyVariables.SESSION_PUBLIC_KEYS, process.env, verifier.use)

  const stopSigning = signHourly({
    stored: audit.stored,
    append: audit.append,
    sign: await headSigner(env.AUDIT_SIGNING_KEY),
    mail: mailAuditHeads({ mail, sealKey: env.MAIL_SEAL_KEY, adminEmails: env.ADMIN_EMAILS }),
    log,
  })

  const stopNotices = runPeriodically(notices.run, (err) =>
    log.warn({ err }, 'people could not be told what was added to their account'),
  )

  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  const redirectUri = `${env.PUBLIC_ORIGIN}/auth/callback`
  const google = clientId && clientSecret ? openIdProvider({ issuer, clientId, clientSecret, redirectUri }) : undefined

  const facts = publishedFacts(mongo.db)
  const app = createApp({
    ...context,
    checks: { mongo: mongo.ping },
    publicOrigin: env.PUBLIC_ORIGIN,
    school: async () => (await facts())?.facts.name ?? '',
    corsOrigins: env.CORS_ORIGINS,
    google,
    mail,
    limits,
    signer,
    verify: verifier.verify,
    pepper: env.OTP_PEPPER,
    sealKey: env.MAIL_SEAL_KEY,
    allowUnknown: env.OTP_ALLOW_UNKNOWN,
  })
  return {
    app,
    dependencies: { mongo: mongo.ping, redis: mail.ping },
    ready: mongo.ready,
    close: async () => {
      stopSigning()
      await stopNotices()
      counters.close()
      await Promise.all([mail.close(), mongo.close()])
    },
  }
})
