import { followFile, readEnv } from '@app/config'
import { connectMongo, type Mongo } from '@app/mongo'
import { createLog, serve, start } from '@app/service'
import { createGuards, sessionCookie, sessionStore, tokenVerifier, userStore } from '@app/session'
import { createApp } from './app'
import { adminTablesVariables } from './config'
import { recordStore } from './models/record-store'
import { tableSchemaStore } from './models/table-schema-store'
import { seeds } from './seed'

await start(async () => {
  const env = readEnv(adminTablesVariables, process.env)
  const log = createLog('admin-tables', env.LOG_LEVEL)

  const mongo: Mongo = connectMongo(env.MONGODB_URI, {
    onFault: (err) => log.warn({ err }, 'the database is not to be had yet'),
    async prepare() {
      await tables.seed(seeds)
      await Promise.all((await tables.all()).map(records.prepare))
    },
  })
  const tables = tableSchemaStore(
    {
      schemas: () => mongo.db().collection('table_schemas'),
      marks: () => mongo.db().collection('seed_marks'),
    },
    { onBroken: (table, reason) => log.error({ table, reason }, 'a table description is broken and left out') },
  )
  const records = recordStore((name) => mongo.db().collection(name))

  const verifier = await tokenVerifier(env.SESSION_PUBLIC_KEYS, env.PUBLIC_ORIGIN)
  followFile('SESSION_PUBLIC_KEYS', adminTablesVariables.entries.SESSION_PUBLIC_KEYS, process.env, verifier.use)

  const app = createApp({
    log,
    checks: { mongo: mongo.ping },
    origin: { publicOrigin: env.PUBLIC_ORIGIN, corsOrigins: env.CORS_ORIGINS },
    guards: createGuards({
      verify: verifier.verify,
      cookie: sessionCookie(env.PUBLIC_ORIGIN),
      sessions: sessionStore(mongo.connection),
      users: userStore(mongo.connection),
    }),
    tables,
    records,
  })
  serve(app, { host: env.LISTEN_HOST, port: env.LISTEN_PORT, log, close: mongo.close })
})
