import { connectMongo } from '@app/mongo'
import { createLog, createServiceApp } from '@app/service'
import { serve } from '@app/service/serve'
import { createGuards, sessionCookie, sessionStore, tokenVerifier, userStore } from '@app/session'

// Two routes with and without the session check in one process: a fixed answer, and a list of 50 records as the
// dashboard reads it. The difference is the cost of the session check.

const [uri = '', keys = '', publicOrigin = ''] = process.argv.slice(2)
const mongo = connectMongo(uri, { prepare: async () => {}, onError: () => {} })
await mongo.ready
const { signedIn } = createGuards({
  verify: (await tokenVerifier(JSON.parse(keys), publicOrigin)).verify,
  cookie: sessionCookie(publicOrigin),
  sessions: sessionStore(mongo.connection),
  users: userStore(mongo.connection),
})

const fixed = { text: 'x'.repeat(500) }
const list = async () => ({ data: await mongo.db().collection('contact_submissions').find().limit(50).toArray() })
const app = createServiceApp({ log: createLog('guarded', 'silent') })
  .group('/open', (group) => group.get('/fixed', () => fixed).get('/list', list))
  .group('/mine', (group) =>
    group
      .use(signedIn)
      .get('/fixed', () => fixed)
      .get('/list', list),
  )
const log = createLog('guarded', 'silent')
await serve({ app, host: '127.0.0.1', port: 0, log, ready: mongo.ready, close: mongo.close })
process.stdout.write(`${app.server?.port}\n`)
