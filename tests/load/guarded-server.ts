import { call } from '@app/contracts/call'
import { connectMongo } from '@app/mongo'
import { createLog, createServiceApp } from '@app/service'
import { runProcess } from '@app/service/run-process'
import { serve } from '@app/service/serve'
import { identify, sessionCookie, sessionStore, tokenVerifier, userStore } from '@app/session'
import { noAccounts } from '@app/session/accounts.fixture'
import * as v from 'valibot'

// Two routes with and without the session check in one process: a fixed answer, and a list of 50 records as the
// dashboard reads it. The difference is the cost of the session check.

const [uri = '', keys = '', publicOrigin = ''] = process.argv.slice(2)
const mongo = connectMongo(uri, { prepare: async () => {}, onError: () => {} })
await mongo.ready

const fixed = { text: 'x'.repeat(500) }
const list = async () => ({ data: await mongo.db().collection('contact_submissions').find().limit(50).toArray() })
const read = <const A extends 'public' | 'user'>(id: string, access: A, path: `/api/${string}`) =>
  call({ id, method: 'get', path, access, limit: 'read', response: { 200: v.unknown() } })
const log = createLog('guarded', 'silent')
const app = createServiceApp({
  log,
  api: {
    identify: identify({
      verify: (await tokenVerifier(JSON.parse(keys), publicOrigin)).verify,
      cookie: sessionCookie(publicOrigin),
      sessions: sessionStore(mongo.connection),
      users: userStore(mongo.connection),
      ...noAccounts,
    }),
    origin: { publicOrigin, corsOrigins: [] },
    limits: async () => {},
    audit: { during: (_, action) => action() },
    routes: [
      serve(read('openFixed', 'public', '/api/open/fixed'), () => fixed),
      serve(read('openList', 'public', '/api/open/list'), list),
      serve(read('ownFixed', 'user', '/api/mine/fixed'), () => fixed),
      serve(read('ownList', 'user', '/api/mine/list'), list),
    ],
  },
})
await runProcess({ app, host: '127.0.0.1', port: 0, log, ready: mongo.ready, close: mongo.close })
process.stdout.write(`${app.server?.port}\n`)
