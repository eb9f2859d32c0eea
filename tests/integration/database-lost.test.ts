import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seriesIn, seriesToRestore } from '@app/backup/journal-files'
import { makeSigningKey } from '@app/backup/signing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runArchiveTool, startArchiveTool } from '../support/archive-tool'
import { createBrowser } from '../support/browser'
import { casesOf, everyCase, nightlyTest } from '../support/cases'
import { inquiry } from '../support/inquiry'
import { type Product, startProduct } from '../support/product'
import { until } from '../support/until'

const id = '0123456789abcdef'
const services = ['auth', 'forms', 'email-worker', 'admin-tables'] as const
/** More than half of a thousand are too many to vanish unexplained. */
const inquiries = everyCase ? 1_000 : 50

let product: Product
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  product = await startProduct({ INSTALLATION_ID: `${id} new`, SEED_SAMPLES: 'false' }, { pages: false })
  folder = join(product.dataDir, 'journal')
  mkdirSync(folder)
  const keys = { key: join(product.dataDir, 'key.pem'), signers: join(product.dataDir, 'signers.pem') }
  makeSigningKey(keys)
  env = {
    MONGODB_URI: product.stack.mongoUri,
    INSTALLATION_ID: id,
    BACKUP_SIGNING_KEY: keys.key,
    BACKUP_SIGNERS: keys.signers,
    JOURNAL_SECONDS: '1',
    METRICS_DIR: folder,
  }
  const texts = Array.from({ length: inquiries }, (_, at) => ({ message: `Inquiry ${at}`, form_id: 'contact_form' }))
  await product.db.collection('contact_submissions').insertMany(texts)
})
afterAll(() => product?.stop())

const count = () => product.db.collection('contact_submissions').countDocuments({ message: /^Inquiry / })
const readiness = async () => {
  const answers = services.map((name) => fetch(`http://127.0.0.1:${product.stack.ports[name]}/readyz`))
  return (await Promise.all(answers)).map(({ status }) => status)
}
const allReady = () => until('every service to be ready', async () => (await readiness()).every((one) => one === 200))
const noneReady = () => until('no service to be ready', async () => (await readiness()).every((one) => one === 503))

/** What Prometheus reads of the follower. */
const metric = (file: string) => Number(/ (\d+)\n$/.exec(readFileSync(join(folder, file), 'utf8'))?.[1])
const written = async () => {
  const from = Math.floor(Date.now() / 1000)
  await until('the journal to be written', async () => metric('journal.prom') > from)
}
/** Looks that began long enough after a restore are not explained by it. */
const forgotten = async () => {
  const [restore] = await product.db
    .collection('audit_log')
    .find({ action: 'restore-backup' })
    .sort({ at: -1 })
    .toArray()
  await until('the restore to be past', async () => {
    const { at } = JSON.parse(readFileSync(join(folder, 'last-look.json'), 'utf8')) as { at: string }
    return Date.parse(at) - 6_000 > restore!['at'].getTime()
  })
}
const refused = (value: number) =>
  until(`the follower to say ${value}`, async () => metric('journal-refused.prom') === value)
const files = () => seriesIn(folder).flatMap((name) => readdirSync(join(folder, name)))

async function lose() {
  for (const { name } of await product.db.listCollections().toArray()) await product.db.collection(name).drop()
}

test('a new installation gives its database an identity, which backups leave alone', async () => {
  expect(await product.db.collection('installation').findOne()).toMatchObject({ id })
  const archive = join(product.dataDir, 'archive.tar.gz')
  expect(await runArchiveTool(env, ['backup', archive])).toMatchObject({ code: 0 })
  const other = { ...env, INSTALLATION_ID: 'fedcba9876543210' }
  const refused = [
    ['backup', `${archive}.other`],
    ['restore', archive, '--force'],
  ]
  for (const args of casesOf(refused, ([command]) => command === 'restore'))
    expect(await runArchiveTool(other, args)).toMatchObject({
      code: 1,
      said: expect.stringContaining(`that of the installation ${id}, not of this one`),
    })
})

test('a lost database is not believed: services stop, the journal keeps what it has, and a restore brings all of it back', async () => {
  const follower = startArchiveTool(env, ['follow', folder], { keepInput: true })
  await until('the journal to begin', async () => seriesIn(folder).length > 0 && files().length > 0)
  await written()
  const visitor = createBrowser(product.site)
  expect((await visitor.post('/api/forms/submit', inquiry())).status).toBe(200)
  await written()
  const before = files()
  await lose()
  await noneReady()
  // The page advises to phone.
  expect(await visitor.post('/api/forms/submit', inquiry())).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  })
  await refused(1)
  // Nothing prepares an empty database as if it were new.
  expect(await product.db.collection('forms').countDocuments()).toBe(0)
  expect(files()).toEqual(before)
  follower.signal('SIGTERM')
  await follower.ended
  // One that starts anew believes it no more.
  const another = await startFollower()
  expect(another).toContain('has no identity')
  expect(files()).toEqual(before)
  expect(await runArchiveTool(env, ['backup', join(product.dataDir, 'empty.tar.gz')])).toMatchObject({ code: 1 })

  expect(await runArchiveTool(env, ['restore', folder, '--force'])).toMatchObject({ code: 0 })
  expect(await count()).toBe(inquiries)
  await allReady()
  expect((await visitor.post('/api/forms/submit', inquiry({ message: 'After the restore' }))).status).toBe(200)
  expect(await runArchiveTool(env, ['drop-replaced'])).toMatchObject({ code: 0 })
})

/** Starts a follower that is to refuse, and returns what it says. */
async function startFollower(): Promise<string> {
  const tool = startArchiveTool(env, ['follow', folder])
  return (await tool.ended).said
}

nightlyTest(
  'most of it deleted by hand stops the journal until the operator accepts it; the restore asks for the moment',
  async () => {
    const follower = startArchiveTool(env, ['follow', folder], { keepInput: true })
    await written()
    await forgotten()
    const good = seriesToRestore(folder).files.at(-1)!.stamp
    const before = files()
    await product.db.collection('contact_submissions').deleteMany({ message: /^Inquiry / })
    await refused(1)
    expect(files()).toEqual(before)
    expect(await readiness()).toEqual(services.map(() => 200))

    expect(await runArchiveTool(env, ['accept', folder])).toMatchObject({ code: 0 })
    await refused(0)
    await written()
    expect(files()).toEqual(expect.arrayContaining(before))
    follower.signal('SIGTERM')
    await follower.ended

    const asked = await runArchiveTool(env, ['restore', folder, '--force'])
    const moment = /UNTIL=(\S+) restores the last moment before/.exec(asked.said)?.[1]
    expect([asked.code, moment?.replace(/[-:]/g, '')]).toEqual([1, good])
    expect(await count()).toBe(0)
    expect(await runArchiveTool(env, ['restore', folder, '--force', '--until', moment!])).toMatchObject({ code: 0 })
    expect(await count()).toBe(inquiries)
    expect(await runArchiveTool(env, ['drop-replaced'])).toMatchObject({ code: 0 })
  },
)

// By day vanished.store.test.ts sees it.
nightlyTest('what an erasure, a deletion or a job removes is believed', async () => {
  const follower = startArchiveTool(env, ['follow', folder], { keepInput: true })
  await written()
  const series = seriesIn(folder)
  await product.db.collection('jobs').insertOne({ kind: 'batch', state: 'running' })
  await product.db.collection('contact_submissions').deleteMany({ message: /^Inquiry / })
  await until('a new series', async () => seriesIn(folder).length > series.length)
  await written()
  expect(metric('journal-refused.prom')).toBe(0)
  follower.signal('SIGTERM')
  await follower.ended
})

// By day form.store.test.ts sees it, and readiness.test.ts what a replica says.
nightlyTest('without the contact form, or without any table, a replica is not ready', async () => {
  await product.db.collection('forms').deleteMany({})
  await until('forms not to be ready', async () => (await readiness())[1] === 503)
  // Forms are cached for a few seconds.
  await expect
    .poll(() => createBrowser(product.site).post('/api/forms/submit', inquiry()))
    .toMatchObject({ status: 503, body: { code: 'unavailable' } })
  await product.db.collection('table_schemas').deleteMany({})
  await until('admin-tables not to be ready', async () => (await readiness())[3] === 503)
})
