import { headSigner, serviceAudit, signHourly } from '@app/audit'
import { runPeriodically } from '@app/concurrency/run-periodically'
import { followFile } from '@app/config'
import { signInQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { publishedFacts } from '@app/mongo/published-facts'
import { start } from '@app/service'
import { callLimits } from '@app/service/limits'
import { sharedCounters } from '@app/service/shared-counters'
import { serviceAccountReader, sessionStore, tokenSigner, tokenVerifier, userStore } from '@app/session'
import { mailAuditHeads } from './actions/mail-audit-heads'
import { notifyAccessAdded } from './actions/notify-access-added'
import { createApp } from './app'
import { authVariables, keyVariables } from './config'
import { accessRequestStore } from './models/access-request'
import { accountStore } from './models/account'
import { knownDeviceStore } from './models/known-device'
import { loginCodeStore } from './models/login-code'
import { noticeMarks } from './models/notice-marks'
import { oauthTransactionStore } from './models/oauth-transaction'
import { passkeyStore } from './models/passkey'
import { passkeyChallengeStore } from './models/passkey-challenge'
import { pendingLinkStore } from './models/pending-link'
import { personStore } from './models/person'
import { accountStore as serviceAccountStore } from './models/service-account'
import { openIdProvider } from './openid/provider'

await start('auth', { variables: authVariables, source: process.env }, async ({ env, log }) => {
  const mongo = connectMongo(env.MONGODB_URI, {
    prepare: async () => {
      await Promise.all(
        [
          ...[accounts, sessions, codes, transactions, links, passkeys, challenges, audit, notices],
          serviceAccounts,
        ].map((one) => one.prepare()),
      )
      await accounts.applyAdminEmails(env.ADMIN_EMAILS)
    },
    onError: (err) => log.warn({ err }, 'waiting for MongoDB'),
  })
  const audit = serviceAudit('auth', mongo.db, log)
  const users = userStore(mongo.connection, env.ADMIN_EMAILS)
  const accounts = accountStore(mongo.connection)
  const serviceAccounts = serviceAccountStore(mongo.connection)
  const accessRequests = accessRequestStore(mongo.connection)
  const devices = knownDeviceStore(mongo.connection)
  const links = pendingLinkStore(mongo.connection)
  const people = personStore(mongo.connection)
  const passkeys = passkeyStore(mongo.connection)
  const challenges = passkeyChallengeStore(mongo.connection)
  const sessions = sessionStore(mongo.connection)
  const codes = loginCodeStore(mongo.connection)
  const transactions = oauthTransactionStore(mongo.connection)

  const redis = {
    redisUrl: env.REDIS_URL,
    prefix: env.QUEUE_PREFIX,
    onError: (err: Error) => log.warn({ err }, 'Redis error'),
  }
  const mail = signInQueue(redis)
  const notices = notifyAccessAdded({
    stored: audit.stored,
    marks: noticeMarks(mongo.connection),
    mail,
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
    log,
    audit,
    checks: { mongo: mongo.ping },
    publicOrigin: env.PUBLIC_ORIGIN,
    school: async () => (await facts())?.facts.name ?? '',
    corsOrigins: env.CORS_ORIGINS,
    users,
    accounts,
    accessRequests,
    devices,
    links,
    people,
    serviceAccounts,
    accountReader: serviceAccountReader(mongo.connection, users),
    passkeys,
    challenges,
    sessions,
    codes,
    transactions,
    google,
    mail,
    limits,
    signer,
    verify: verifier.verify,
    pepper: env.OTP_PEPPER,
    sealKey: env.MAIL_SEAL_KEY,
    adminEmails: env.ADMIN_EMAILS,
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
