import { readEnv } from '@app/config'
import { mailQueue } from '@app/mail'
import { connectMongo } from '@app/mongo'
import { createLog, serve, start } from '@app/service'
import { sessionStore, tokenSigner, tokenVerifier, userStore } from '@app/session'
import { createApp } from './app'
import { authVariables } from './config'
import { loginCodeStore } from './models/login-code'

await start(async () => {
  const env = readEnv(authVariables, process.env)
  const log = createLog('auth', env.LOG_LEVEL)

  const mongo = connectMongo(env.MONGODB_URI, {
    prepare: async () => {
      await Promise.all([users.prepare(), sessions.prepare(), codes.prepare()])
      await users.makeAdmins(env.ADMIN_EMAILS)
    },
    onFault: (err) => log.warn({ err }, 'waiting for MongoDB'),
  })
  const users = userStore(mongo.connection)
  const sessions = sessionStore(mongo.connection)
  const codes = loginCodeStore(mongo.connection)
  const mail = mailQueue({
    redisUrl: env.REDIS_URL,
    prefix: env.QUEUE_PREFIX,
    onFault: (err) => log.warn({ err }, 'Redis fault'),
  })

  const app = createApp({
    log,
    checks: { mongo: mongo.ping },
    publicOrigin: env.PUBLIC_ORIGIN,
    corsOrigins: env.CORS_ORIGINS,
    users,
    sessions,
    codes,
    mail,
    signer: await tokenSigner(env.SESSION_SIGNING_KEY, env.PUBLIC_ORIGIN),
    verify: await tokenVerifier(env.SESSION_PUBLIC_KEYS, env.PUBLIC_ORIGIN),
    pepper: env.OTP_PEPPER,
    sealKey: env.MAIL_SEAL_KEY,
    adminEmails: env.ADMIN_EMAILS,
    allowUnknown: env.OTP_ALLOW_UNKNOWN,
  })
  serve(app, {
    host: env.LISTEN_HOST,
    port: env.LISTEN_PORT,
    log,
    close: () => Promise.all([mail.close(), mongo.close()]),
  })
})
