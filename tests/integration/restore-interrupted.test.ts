import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeSigningKey } from '@app/backup/signing'
import type { Context } from '@app/commands/context'
import { backup, restore } from '@app/commands/local/backup'
import { status } from '@app/commands/status/status'
import { createMachine } from '@app/installer/machine'
import { createLayout } from '@app/local-stack/layout'
import { type Db, type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runArchiveTool, startArchiveTool } from '../support/archive-tool'
import { createBrowser } from '../support/browser'
import { casesOf, everyCase, nightlyTest } from '../support/cases'
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy'
import { inquiry } from '../support/inquiry'
import { adminEmail, everything, type Product, startProduct } from '../support/product'
import { shareServers } from '../support/shared-products'
import { until } from '../support/until'

/** What the archive holds, and what it replaces: a collection of both, one of each alone, and an empty one. */
const archived = { users: ['ada', 'alan'], lessons: ['first'], notes: [] }
const former = { users: ['grace'], lessons: [], records: ['one', 'two'] }
type Content = Record<string, string[]>

/** Signals of the terminal, of its end, and of the system. */
const polite = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

let product: Product
let client: MongoClient
let db: Db
let link: FaultProxy
let file: string
let keys: Record<string, string>
let env: Record<string, string>

beforeAll(async () => {
  // By day no test is about its services.
  product = await (everyCase ? startProduct({}, { pages: false, only: everything }) : shareServers())
  client = await MongoClient.connect(product.stack.mongoUri)
  db = client.db('interrupted')
  const uri = new URL(product.stack.mongoUri)
  link = await startFaultProxy({ port: Number(uri.port) })
  file = join(product.dataDir, 'archive.tar.gz')
  const key = join(product.dataDir, 'backup-signing-key.pem')
  const signers = join(product.dataDir, 'backup-signers.pem')
  makeSigningKey({ key, signers })
  keys = { BACKUP_SIGNING_KEY: key, BACKUP_SIGNERS: signers }
  uri.pathname = '/interrupted'
  uri.port = String(link.port)
  env = { ...keys, MONGODB_URI: uri.href }
  await store(archived)
  expect(await runArchiveTool(env, ['backup', file])).toMatchObject({ code: 0 })
})
afterAll(async () => {
  await client?.close()
  await link?.stop()
  await product?.stop()
})
beforeEach(async () => {
  link.inspect(undefined)
  await store(former)
})

async function store(content: Content) {
  await db.dropDatabase()
  for (const [name, texts] of Object.entries(content)) {
    const collection = await db.createCollection<Document>(name)
    if (texts.length > 0) await collection.insertMany(texts.map((text) => ({ text })))
    await collection.createIndex({ text: 1 })
  }
}

/** What is stored, without the audit, to which each backup and restore adds. */
async function stored(prefix = ''): Promise<Content> {
  const found = (await db.listCollections().toArray()).map(({ name }) => name)
  const own = found.filter((name) => (prefix ? name.startsWith(prefix) : !/^(restoring|replaced)\.|^audit_/.test(name)))
  const texts = async (name: string) => (await db.collection(name).find().toArray()).map(({ text }) => text as string)
  const all = own.map(async (name) => [name.slice(prefix.length), (await texts(name)).sort()] as const)
  return Object.fromEntries(await Promise.all(all))
}

const restored = () => db.collection('audit_log').countDocuments({ action: 'restore-backup' })

/** The commands of an exchange that change something, from the one that begins it. */
const changes = /(update|insert|drop|renameCollection)\0/
const beginning = 'exchanging'

/** Calls `at` with the number of each step, from 1; forwards the step if that returns true. */
function atEachStep(at: (step: number) => boolean) {
  let step = 0
  link.inspect((request) => {
    const text = request.toString('latin1')
    // That it still works, it says from time to time.
    if (text.includes('heldAt') && !text.includes('phase')) return true
    if (step === 0 ? !text.includes(beginning) : !changes.test(text)) return true
    return at(++step)
  })
}

/** The begin, a renaming each for what is replaced and what takes its place, the end of these, the entry in the audit, the end. */
const steps = 1 + 3 + 3 + 1 + 1 + 1
const forced = ['restore', '--force'] as const
const run = (...[command, ...flags]: readonly string[]) => runArchiveTool(env, [command!, file, ...flags])
const drop = () => runArchiveTool(env, ['drop-replaced'])

test.each(casesOf(polite, (signal) => signal === 'SIGTERM'))(
  '%s at every step of the exchange does not end it',
  async (signal) => {
    const tool = startArchiveTool(env, ['restore', file, '--force'])
    let met = 0
    atEachStep((step) => {
      met = step
      tool.signal(signal)
      return true
    })
    expect(await tool.ended).toMatchObject({
      code: 0,
      said: expect.stringContaining('Restored and compared: 3 documents'),
    })
    expect(met).toBeGreaterThanOrEqual(steps)
    expect(await stored()).toEqual(archived)
  },
)

// By day when half of it is replaced: before anything is, the next test kills it, too.
test.each(
  casesOf(
    Array.from({ length: steps }, (_, at) => at + 1),
    (step) => step === 5,
  ),
)('killed before step %i of the exchange, a restore is completed by the next', async (fatal) => {
  const tool = startArchiveTool(env, ['restore', file, '--force'])
  atEachStep((step) => {
    if (step === fatal) tool.signal('SIGKILL')
    return step !== fatal
  })
  expect(await tool.ended).toMatchObject({ code: 'SIGKILL' })
  link.inspect(undefined)
  const isPartly = fatal > 1 && fatal <= 8
  if (fatal === 1) expect(await stored()).toEqual(former)

  const refused = await runArchiveTool(env, ['backup', `${file}.partly`])
  if (isPartly) expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('`make restore` completes it') })
  else expect(refused).toMatchObject({ code: 0 })

  expect(await runArchiveTool(env, ['complete'])).toMatchObject({ code: 0 })
  expect(await stored()).toEqual(fatal === 1 ? former : archived)
  expect(await stored('replaced.')).toEqual(fatal === 1 ? {} : former)
  expect(await restored()).toBe(fatal === 1 ? 0 : 1)
  await drop()
  expect(await run(...forced)).toMatchObject({ code: 0 })
  expect(await stored()).toEqual(archived)
  expect(await stored('restoring.')).toEqual({})
})

const staging = ['insert', 'createIndexes', 'restoring.state']
const stops = (['SIGTERM', 'SIGKILL'] as const).flatMap((signal) => staging.map((step) => [signal, step] as const))
test.each(casesOf(stops, ([signal, step]) => signal === 'SIGKILL' && step === 'restoring.state'))(
  '%s before the exchange, at "%s", changes nothing and does not block the next restore',
  async (signal, step) => {
    const tool = startArchiveTool(env, ['restore', file, '--force'])
    let isStaging = false
    link.inspect((request) => {
      isStaging ||= request.includes('restoring.users')
      if (!isStaging || !request.includes(step)) return true
      tool.signal(signal)
      return false
    })
    expect(await tool.ended).toMatchObject({ code: signal })
    link.inspect(undefined)
    expect(await stored()).toEqual(former)
    expect(await runArchiveTool(env, ['complete'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('The database holds what it held before the restore.'),
    })
    expect(await stored('restoring.')).toEqual({})
    expect(await run(...forced)).toMatchObject({ code: 0 })
    expect(await stored()).toEqual(archived)
  },
)

test('a restore into an empty database is completed by the same command', async () => {
  await store({})
  const tool = startArchiveTool(env, ['restore', file])
  atEachStep((step) => {
    if (step === 3) tool.signal('SIGKILL')
    return step !== 3
  })
  expect(await tool.ended).toMatchObject({ code: 'SIGKILL' })
  link.inspect(undefined)
  expect(await run('restore')).toMatchObject({ code: 0, said: expect.stringContaining('is completed') })
  expect(await stored()).toEqual(archived)
  expect(await stored('replaced.')).toEqual({})
  expect(await run('restore')).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') })
})

// By day carry-over.store.test.ts sees it.
nightlyTest('what another program writes during the exchange is set aside, not lost', async () => {
  const tool = startArchiveTool(env, ['restore', file, '--force'])
  const isNext = (request: Buffer) => request.includes('renameCollection') && request.includes('.restoring.users\0')
  link.inspect((request) => {
    if (!isNext(request)) return true
    tool.signal('SIGKILL')
    return false
  })
  expect(await tool.ended).toMatchObject({ code: 'SIGKILL' })
  link.inspect(undefined)
  expect(await stored('replaced.')).toMatchObject({ users: former.users })
  await db.collection<Document>('users').insertOne({ text: 'late' })
  expect(await runArchiveTool(env, ['complete'])).toMatchObject({ code: 0 })
  expect(await stored()).toEqual(archived)
  expect(await stored('replaced.')).toEqual({ ...former, 'users.meanwhile-1': ['late'] })
})

const commandContext = (environment: Record<string, string>, said: string[]): Context => ({
  layout: createLayout(product.dataDir),
  machine: createMachine(process.env),
  envFile: join(product.dataDir, '.env'),
  given: {},
  port: 8080,
  run: 'local',
  environment: { PATH: process.env.PATH, BACKUP_ENCRYPTION: 'no', ...environment },
  write: (line) => said.push(line),
})

nightlyTest(
  'while the database is partly replaced, services serve nothing, status names it, and `make restore` ends it',
  async () => {
    const own = join(product.dataDir, 'product.tar.gz')
    const said: string[] = []
    const commands = (environment: Record<string, string> = {}) => commandContext({ ...keys, ...environment }, said)
    expect((await fetch(`${product.site}/api/site`)).status).toBe(200)
    expect(await backup(commands({ FILE: own }))).toBe(0)
    const count = await product.db.collection('lessons').countDocuments()
    await product.db.collection('lessons').insertOne({ title: 'Since the backup' })

    const uri = new URL(env['MONGODB_URI']!)
    uri.pathname = new URL(product.stack.mongoUri).pathname
    const tool = startArchiveTool({ ...keys, MONGODB_URI: uri.href }, ['restore', own, '--force'])
    atEachStep((step) => {
      if (step === 4) tool.signal('SIGKILL')
      return step !== 4
    })
    expect(await tool.ended).toMatchObject({ code: 'SIGKILL' })
    link.inspect(undefined)

    // One that runs, and one that is started meanwhile, as `docker compose up` would.
    const services = ['auth', 'forms', 'email-worker', 'admin-tables'] as const
    await product.stack.stopProcess('admin-tables')
    const starting = product.stack.startProcess('admin-tables')
    starting.catch(() => {})
    await until('every service not to be ready', async () => {
      const answers = services.map((name) => fetch(`http://127.0.0.1:${product.stack.ports[name]}/readyz`))
      return (await Promise.all(answers)).every(({ status }) => status === 503)
    })
    const visitor = createBrowser(product.site)
    for (const answer of [
      await visitor.post('/api/forms/submit', inquiry()),
      await visitor.post('/api/send-otp', { email: adminEmail }),
    ])
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(await status(commands())).toBe(1)
    expect(said.at(-1)).toMatch(/^! Restore +running or interrupted; if interrupted: make restore$/m)
    await expect(backup(commands({ FILE: `${own}.partly` }))).rejects.toThrow('`make restore` completes it')

    expect(await restore(commands())).toBe(0)
    expect(said.at(-1)).toMatch(/^The database holds the archive written 20.*Z\.$/)
    await starting
    await until('the services to be ready', async () => (await fetch(`${product.site}/api/site`)).ok)
    expect(await product.db.collection('lessons').countDocuments()).toBe(count)
    const kept = said.map((line) => /What was replaced is in (.+)/.exec(line)?.[1]).find(Boolean)
    expect(await runArchiveTool(keys, ['verify', kept!])).toMatchObject({ code: 0 })
    rmSync(kept!)
    await expect(restore(commands())).rejects.toThrow('Which archive?')
  },
)
