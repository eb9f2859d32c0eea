import fc from 'fast-check'
import { responseFault } from '../support/api-document'
import { type Browser, createBrowser } from '../support/browser'
import { adminEmail, type Product } from '../support/product'
import { signIn } from '../support/sign-in'
import { type Call, calls, tables } from './calls'
import { type Pool, sendCall } from './send-call'
import { storedFaults } from './stored-records'
import { hold } from './target'

/** The limit for any answer. */
const maxMs = 6_000
const parallel = 6
const visitorEmail = 'visitor@example.com'
/** The newest records of each table, as targets. */
async function poolOf({ db }: Product): Promise<Pool> {
  const pool: Pool = {}
  for (const table of tables) pool[table] = await db.collection(table).find().limit(40).toArray()
  pool['uploads'] = await db.collection('uploads.files').find().limit(40).toArray()
  return pool
}

/** Keeps the database small enough for a slow fallback server; refused requests leave nothing there. */
async function prune({ db }: Product) {
  for (const table of [...tables, 'trash', 'audit_log', 'login_codes', 'oauth_transactions'])
    if (table !== 'users' && (await db.collection(table).countDocuments()) > 150)
      await db
        .collection(table)
        .deleteMany({ _id: { $in: (await db.collection(table).find().skip(100).toArray()).map(({ _id }) => _id) } })
  const files = await db.collection('uploads.files').find().skip(50).toArray()
  await db.collection('uploads.chunks').deleteMany({ files_id: { $in: files.map(({ _id }) => _id) } })
  await db.collection('uploads.files').deleteMany({ _id: { $in: files.map(({ _id }) => _id) } })
}

/** The sessions that send requests. They may delete or demote each other; `renew` restores them. */
async function people(product: Product) {
  const { db, site } = product
  const [admin, visitor] = [createBrowser(site), createBrowser(site)]
  await signIn(admin, product, adminEmail)
  await signIn(visitor, product, visitorEmail)
  const kept = await Promise.all(
    ['users', 'sessions'].map(async (name) => ({ name, documents: await db.collection(name).find().toArray() })),
  )
  const renew = async () => {
    for (const { name, documents } of kept)
      for (const document of documents)
        await db.collection(name).replaceOne({ _id: document._id }, document, { upsert: true })
    const roles = [await admin.get('/api/admin/status'), await visitor.get('/api/admin/status')]
    hold(JSON.stringify(roles.map(({ body }) => body['isAdmin'])) === '[true,false]', 'the sessions are lost')
  }
  return { admin, visitor, anonymous: createBrowser(site), renew }
}

/** Sends a call and checks the answer. Returns its status. */
async function ask(site: string, browser: Browser, pool: Pool, call: Call): Promise<number> {
  const startedAt = performance.now()
  const { response: answer, text } = await sendCall(site, browser, pool, call, { timeoutMs: 2 * maxMs })
  const took = performance.now() - startedAt
  hold(took < maxMs, `${answer.status} after ${took.toFixed(0)} ms`)
  hold(answer.status < 500, `${answer.status}: ${text.slice(0, 300)}`)
  // A mutated path may reach another operation.
  const leadsThere = Object.values(call.to).every((part) => /^[\w@-]+$/.test(part)) && /^(\?|$)/.test(call.query)
  const fault = leadsThere ? responseFault(call.id, answer, text) : undefined
  hold(!fault, String(fault))
  if (answer.status >= 400) hold(typeof JSON.parse(text).error === 'string', `no error in ${text.slice(0, 300)}`)
  return answer.status
}

const shares = (statuses: Map<number, number>) =>
  [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')

/** Sends requests derived from the seed to a product with sample records, then validates its database. */
export async function fuzzRequests({
  product,
  requests,
  seed,
  onProgress = () => {},
}: {
  product: Product
  requests: number
  seed: number
  onProgress?: (done: number) => void
}): Promise<{ lines: string[]; failed: number }> {
  const lines: string[] = []
  let failed = 0
  const statuses = new Map<number, number>()
  const report = (text: string) => {
    failed++
    lines.push(text)
  }
  const who = await people(product)
  for (const fault of await storedFaults(product.db)) report(`FAULT before the first request: ${fault}`)
  const before = JSON.stringify(await product.db.collection('table_schemas').find().toArray())
  const startedAt = performance.now()
  const each = 100
  for (let done = 0; done < requests && failed < 5; done += parallel * each) {
    await who.renew()
    const pool = await poolOf(product)
    const numRuns = Math.min(each, Math.ceil((requests - done) / parallel))
    const lane = async (number: number) => {
      const property = fc.asyncProperty(calls, async (call) => {
        const status = await ask(product.site, who[call.who], pool, call)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      })
      const outcome = await fc.check(property, { seed: seed + done + number, numRuns, endOnFailure: false })
      if (!outcome.failed) return
      const { errorInstance, counterexample, counterexamplePath } = outcome
      const message = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
      report(
        `FAULT ${message}\n  request ${fc.stringify(counterexample?.[0])}\n  seed ${seed + done + number}, path ${counterexamplePath}`,
      )
    }
    await Promise.all(Array.from({ length: parallel }, (_, number) => lane(number)))
    for (const fault of await storedFaults(product.db)) report(`FAULT stored: ${fault}`)
    await prune(product)
    onProgress(Math.min(requests, done + parallel * each))
  }
  const after = JSON.stringify(await product.db.collection('table_schemas').find().toArray())
  if (after !== before) report('FAULT: the descriptions of the tables have changed')
  const took = ((performance.now() - startedAt) / 1000).toFixed(0)
  if (failed === 0) lines.push(`ok    requests           ${requests} requests, ${took} s, ${shares(statuses)}`)
  return { lines, failed }
}
