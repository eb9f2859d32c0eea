import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { recipientsOf } from '@app/backup/encryption'
import { seriesToRestore } from '@app/backup/journal-files'
import { makeSigningKey } from '@app/backup/signing'
import type { Context } from '@app/commands/context'
import { backUpInDocker, restoreInDocker } from '@app/commands/docker/backup'
import { createMachine } from '@app/installer/machine'
import { writeProgram } from '@app/installer/write-program.fixture'
import { createLayout } from '@app/local-stack/layout'
import { Binary, BSON, Decimal128, type Document, Double, Int32, Long, MaxKey, MinKey, Timestamp } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveTool, runArchiveTool, startArchiveTool } from '../support/archive-tool'
import { type Browser, createBrowser } from '../support/browser'
import { everyCase, nightlyTest } from '../support/cases'
import { inquiry } from '../support/inquiry'
import { adminEmail, type Product } from '../support/product'
import { shareBackups } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

const services = ['auth', 'forms', 'email-worker', 'admin-tables']
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let product: Product
let admin: Browser
let file: { url: string }
let archive: string
let signing: { BACKUP_SIGNING_KEY: string; BACKUP_SIGNERS: string }

/** Values that a JavaScript object would alter: the order of numeric keys and number types. */
const awkward: Document[] = [
  { _id: new Int32(1), b: 1, '2': 2, '1': 1, __proto__text: 'x', nested: { '9': { '3': new Double(3) } } },
  { _id: new Double(2), long: Long.fromString('9007199254740993'), int: new Int32(5), double: new Double(5) },
  { _id: 'text', zero: new Double(-0), nothing: new Double(Number.NaN), decimal: Decimal128.fromString('1.10') },
  { _id: new Binary(Buffer.from([0, 1, 2]), 4), at: new Date(-1), stamp: new Timestamp({ t: 1, i: 2 }) },
  { _id: null, low: new MinKey(), high: new MaxKey(), pattern: /^a.b$/i, empty: {}, none: [] },
]

beforeAll(async () => {
  product = await shareBackups()
  archive = join(product.dataDir, 'backup.tar.gz')
  signing = signingKeys('backup')
  admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  file = await upload()
  await admin.post('/api/forms/submit', inquiry())
  const lessons = (await admin.get('/api/tables/lessons')).body['data'] as { id: string }[]
  expect((await admin.send('DELETE', `/api/tables/lessons/${lessons[0]!.id}`)).status).toBe(200)
  await storeAwkward()
  await until('the mail to be sent', async () =>
    (await product.mails()).some(({ subject }) => /inquiry/i.test(subject)),
  )
})
afterAll(() => product?.stop())

async function upload() {
  const answer = await admin.upload('/api/upload/image', picture, 'target.png', 'image/png')
  expect(answer.status).toBe(201)
  return answer.body as { url: string }
}
const cookie = () => [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ')

async function storeAwkward() {
  const collection = product.db.collection<Document>('awkward')
  await collection.insertMany(awkward as never[])
  await collection.createIndex({ long: -1 }, { unique: true, partialFilterExpression: { long: { $exists: true } } })
  await collection.createIndex({ at: 1 }, { expireAfterSeconds: 2_000_000_000, name: 'ends' })
  await collection.createIndex({ pattern: 1, b: 1 }, { collation: { locale: 'en', strength: 2 }, name: 'collated' })
}

/** Keys where `make backup` looks for them, or others beside them. */
function signingKeys(name: string) {
  const key = join(product.dataDir, `${name}-signing-key.pem`)
  const signers = join(product.dataDir, `${name}-signers.pem`)
  makeSigningKey({ key, signers })
  return { BACKUP_SIGNING_KEY: key, BACKUP_SIGNERS: signers }
}

const backup = (...args: string[]) => backupWith(signing, ...args)
const backupWith = (keys: Record<string, string>, ...args: string[]) =>
  runArchiveTool({ MONGODB_URI: product.stack.mongoUri, ...keys }, args)

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/**
 * Digests of every document's bytes and the indexes, by collection. Backups and restores add to the audit themselves, of which
 * auth notes once a minute how far it was read. Leases are renewed all the time.
 */
async function whatThereIs() {
  const found = (await product.db.listCollections().toArray()).filter(
    ({ name }) => !/audit_log$|^(notice_marks|feed_state|inbound_doors)$/.test(name),
  )
  const all = await Promise.all(
    found.map(async ({ name }) => {
      const raw = (await product.db.collection(name).find({}, { raw: true }).toArray()) as unknown as Buffer[]
      const indexes = await product.db.collection(name).listIndexes().toArray()
      const named = indexes.map((index) => BSON.EJSON.stringify(index)).sort()
      return [name, { documents: raw.map(digest).sort(), indexes: named }] as const
    }),
  )
  return Object.fromEntries(all)
}

/** What this tool has added to the audit. */
const noted = async () => {
  const entries = await product.db.collection('audit_log').find({ chain: 'backup' }).sort({ _id: 1 }).toArray()
  return entries.map(({ action, about }) => ({ action, ...about }))
}

async function wipe() {
  for (const { name } of await product.db.listCollections().toArray()) await product.db.collection(name).drop()
}

test('a lost database is restored byte for byte, files and indexes included', async () => {
  await Promise.all(services.map((name) => product.stack.stopProcess(name)))
  const before = await whatThereIs()
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining(['users', 'sessions', 'contact_submissions', 'uploads.files', 'uploads.chunks', 'trash']),
  )
  expect(before['awkward']!.documents).toHaveLength(awkward.length)
  expect(before['awkward']!.indexes).toHaveLength(4)

  const taken = await backup('backup', archive)
  expect(taken).toMatchObject({ code: 0, said: expect.stringMatching(/Backed up: \d+ documents in \d+ collections/) })
  expect(statSync(archive).mode & 0o777).toBe(0o600)
  const documents = Number(/(\d+) documents/.exec(taken.said)?.[1])
  expect(await noted()).toEqual([
    { action: 'backup', documents, collections: expect.any(Number), bytes: expect.any(Number) },
  ])
  await wipe()
  expect(await whatThereIs()).toEqual({})

  const restored = await backup('restore', archive)
  expect(restored).toMatchObject({ code: 0, said: expect.stringMatching(/Restored and compared: \d+ documents/) })
  expect(await whatThereIs()).toEqual(before)
  // The archive is from before the entry about itself.
  expect(await noted()).toEqual([{ action: 'restore-backup', documents, written: expect.stringMatching(/^20.*Z$/) }])
  const { AUDIT_PUBLIC_KEYS = '' } = product.stack.env
  expect(await backupWith({ ...signing, AUDIT_PUBLIC_KEYS }, 'verify-audit', '--archive', archive)).toMatchObject({
    code: 0,
  })

  await Promise.all(services.map((name) => product.stack.startProcess(name)))
  const served = await fetch(`${product.site}${file.url}`, { headers: { cookie: cookie() } })
  expect([served.status, Buffer.from(await served.arrayBuffer())]).toEqual([200, picture])
  expect((await admin.get('/api/users/me')).body).toMatchObject({ email: adminEmail, role: 'admin' })
})

test('a restore refuses a non-empty database and leaves it unchanged', async () => {
  const count = await product.db.collection('lessons').countDocuments()
  await product.db.collection('lessons').insertOne({ title: 'Since the backup' })
  const refused = await backup('restore', archive)
  // At once: nothing was read or stored for it.
  expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/^Error: The database \S+ is not empty/) })
  expect(await product.db.collection('lessons').countDocuments()).toBe(count + 1)
})

test('a restore refuses a damaged archive before changing anything, even when forced', async () => {
  const whole = readFileSync(archive)
  const before = (await whatThereIs())['lessons']
  const flipped = Buffer.from(whole)
  flipped[whole.length >> 1]! ^= 16
  const all = Object.entries({ flipped, ...(everyCase && { short: whole.subarray(0, -100), empty: Buffer.alloc(0) }) })
  await Promise.all(
    all.map(async ([what, bytes]) => {
      const damaged = join(product.dataDir, `${what}.tar.gz`)
      writeFileSync(damaged, bytes)
      expect(await backup('verify', damaged), what).toMatchObject({ code: 1 })
      expect(await backup('restore', damaged, '--force'), what).toMatchObject({ code: 1 })
    }),
  )
  expect((await whatThereIs())['lessons']).toEqual(before)
})

nightlyTest('an archive of an unknown writer is restored only on request', async () => {
  const forged = join(product.dataDir, 'forged.tar.gz')
  const unsigned = join(product.dataDir, 'unsigned.tar.gz')
  expect(await backupWith(signingKeys('other'), 'backup', forged)).toMatchObject({ code: 0 })
  expect(await backupWith({}, 'backup', unsigned)).toMatchObject({ code: 0 })
  const before = await whatThereIs()
  const refused = async (command: string, file: string, keys: Record<string, string> = signing) => {
    const { code, said } = await backupWith(keys, command, file)
    return [code, said.trim().split('\n').at(-1)]
  }
  expect(await refused('stage', forged)).toEqual([1, expect.stringContaining('signed by none of the keys')])
  expect(await refused('verify', unsigned)).toEqual([1, expect.stringContaining('it is not signed')])
  expect(await refused('stage', archive, {})).toEqual([1, expect.stringContaining('BACKUP_SIGNERS')])
  expect(await whatThereIs()).toEqual(before)
  expect(await backupWith({ UNSIGNED: '1' }, 'verify', unsigned)).toMatchObject({ code: 0 })
})

/** The fingerprint of stored data, without what a restore set aside. */
const live = async () =>
  Object.fromEntries(Object.entries(await whatThereIs()).filter(([name]) => !/^(restoring|replaced)\./.test(name)))

/** What people have entered: services that run note for themselves how far they have come. */
const entered = async () => {
  const { lessons, users, trash, awkward, 'uploads.files': files, 'uploads.chunks': chunks } = await whatThereIs()
  return { lessons, users, trash, awkward, files, chunks }
}

nightlyTest('everything is stored beside the running product; the exchange keeps what it replaces', async () => {
  const stored = await entered()
  expect(await backup('stage', archive, '--without', 'sessions')).toMatchObject({ code: 0 })
  expect(await entered()).toEqual(stored)

  await Promise.all(services.map((name) => product.stack.stopProcess(name)))
  const before = await live()
  const indexes = before['sessions']!.indexes
  expect(await backup('swap')).toMatchObject({ code: 1, said: expect.stringContaining('FORCE=1') })
  expect(await live()).toEqual(before)
  expect(await backup('swap', '--force')).toMatchObject({ code: 0 })
  expect((await live())['sessions']).toEqual({ documents: [], indexes })
  expect(await product.db.collection('lessons').countDocuments({ title: 'Since the backup' })).toBe(0)
  expect(await product.db.collection('replaced.lessons').countDocuments({ title: 'Since the backup' })).toBe(1)

  const refused = await backup('stage', archive)
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('FORCE=1 archives and drops it first') })
  const kept = join(product.dataDir, 'replaced.tar.gz')
  expect(await backup('backup', kept, '--replaced')).toMatchObject({ code: 0 })
  expect(await backup('drop-replaced')).toMatchObject({ code: 0 })
  expect(Object.keys(await whatThereIs()).filter((name) => name.startsWith('replaced.'))).toEqual([])
  await product.stack.startProcess('auth')
  expect((await admin.get('/api/users/me')).status).toBe(401)
  await product.stack.stopProcess('auth')

  expect(await backup('restore', kept, '--force')).toMatchObject({ code: 0 })
  expect(await live()).toEqual(before)
  expect(await backup('drop-replaced')).toMatchObject({ code: 0 })
})

test('a journal restores what was written since any backup, until any moment, and not what was deleted', async () => {
  await Promise.all(services.map((name) => product.stack.startProcess(name)))
  const folder = join(product.dataDir, 'journal')
  mkdirSync(folder)
  const { recipients } = await recipientsOf(join(product.dataDir, 'journal-key.txt'))
  const keys = { ...signing, BACKUP_RECIPIENTS: recipients.join(' ') }
  const reading = { ...signing, BACKUP_IDENTITY: join(product.dataDir, 'journal-key.txt') }
  const environment = { MONGODB_URI: product.stack.mongoUri, ...keys, JOURNAL_SECONDS: '1', METRICS_DIR: folder }
  const follower = startArchiveTool(environment, ['follow', folder], { keepInput: true })
  await until('the journal to begin', async () => existsSync(join(folder, 'journal.prom')))
  /** Everything up to now. */
  const written = async () => {
    const now = Date.now() / 1000
    await until('the journal to reach this moment', async () => {
      const reached = /_seconds (\d+)$/m.exec(readFileSync(join(folder, 'journal.prom'), 'utf8'))?.[1]
      return Number(reached) > now
    })
  }
  const lessons = product.db.collection('lessons')
  const erased = await lessons.findOne()
  await lessons.insertOne({ title: 'Kept in the journal' })
  await lessons.deleteOne({ _id: erased!._id })
  await upload()
  await written()
  const before = seriesToRestore(folder).files.length
  const texts = Array.from({ length: 10 }, (_, at) => `Inquiry ${at} before the disk died`)
  for (const message of texts) expect((await admin.post('/api/forms/submit', inquiry({ message }))).status).toBe(200)
  await product.db.collection('awkward').drop()
  await Promise.all(services.map((name) => product.stack.stopProcess(name)))
  const expected = await live()
  await written()
  // The machine dies while a file is being written.
  follower.signal('SIGKILL')
  await follower.ended
  const files = seriesToRestore(folder).files
  writeFileSync(join(dirname(files[0]!.path), '999999-20991231T000000Z.tar.gz.age.unfinished'), 'torn')
  await wipe()

  expect(await backupWith(reading, 'restore', folder)).toMatchObject({ code: 0 })
  expect(await live()).toEqual(expected)
  const stored = await product.db
    .collection('contact_submissions')
    .find({ message: { $in: texts } })
    .toArray()
  expect(stored.map(({ message }) => message).sort()).toEqual(texts)
  expect(await lessons.findOne({ _id: erased!._id })).toBe(null)

  // Until a moment before the inquiries, in any format of a time.
  const moment = files[before - 1]!.stamp.replace(/(....)(..)(..T..)(..)(..)Z/, '$1-$2-$3:$4:$5Z')
  expect(await backupWith(reading, 'restore', folder, '--force', '--until', moment)).toMatchObject({ code: 0 })
  expect(await product.db.collection('contact_submissions').countDocuments({ message: { $in: texts } })).toBe(0)
  expect(await lessons.countDocuments({ title: 'Kept in the journal' })).toBe(1)
  expect(await product.db.collection('awkward').countDocuments()).toBe(awkward.length)
  expect(await backup('drop-replaced')).toMatchObject({ code: 0 })

  const refused = async (file: string) => (await backupWith(reading, 'restore', file, '--force')).said
  expect(await refused(files[1]!.path)).toContain('Name its folder')
  writeFileSync(files[2]!.path, readFileSync(files[2]!.path).subarray(0, -20))
  expect(await refused(folder)).toMatch(/file 2 of the journal: .*; UNTIL=\S+Z restores what is before it/)
  writeFileSync(files[2]!.path, readFileSync(files[1]!.path))
  expect(await refused(folder)).toContain('it is not the file that its name says')
})

/** A fake `docker`: records its arguments, and runs the tool locally instead of in a container. */
function dockerOf(folder: string) {
  const calls = join(folder, 'calls')
  const tool = `MONGODB_URI='${product.stack.mongoUri}' exec '${process.execPath}' '${archiveTool}'`
  const script = `#!/bin/sh
echo "$*" >> '${calls}'
for word in "$@"; do
  case $word in
    /*:/BACKUP_*:ro) name="\${word#*:/}"; export "\${name%:ro}=\${word%%:*}";;
    /*:/archive:ro) file="\${word%%:*}";;
  esac
done
case "$*" in
  *' ps -q nginx '*) echo edge;;
  *' ps -q mongo') echo database;;
  *' backup backup -') ${tool} backup -;;
  *' backup backup - --any') ${tool} backup - --any;;
  *' backup backup - --replaced') ${tool} backup - --replaced;;
  *' ps -q -a email-worker') echo worker;;
  *' ps -q -a auth forms admin-tables') echo one; echo two;;
  *' ps -q -a '*) echo one; echo two; echo worker;;
  'stop '*) test ! -e '${folder}/broken' || exit 1;;
  *' backup restore /archive --force --when-stopped')
    ${tool} restore "$file" --force --when-stopped;;
  *' backup drop-replaced') ${tool} drop-replaced;;
  *' backup complete') ${tool} complete;;
esac
`
  mkdirSync(folder, { recursive: true })
  rmSync(calls, { force: true })
  writeProgram(join(folder, 'docker'), script)
  return {
    path: `${folder}:/usr/bin:/bin`,
    calls: () => readFileSync(calls, 'utf8').trim().split('\n'),
    forget: () => rmSync(calls),
  }
}

nightlyTest('in containers a backup is written to the output, and a restore stops the writing services', async () => {
  await Promise.all(services.map((name) => product.stack.stopProcess(name)))
  const docker = dockerOf(join(product.dataDir, 'docker'))
  const file = join(product.dataDir, 'from-containers.tar.gz.age')
  const said: string[] = []
  const context: Context = {
    layout: createLayout(product.dataDir),
    machine: createMachine(process.env),
    envFile: join(product.dataDir, '.env'),
    given: {},
    port: 8080,
    run: 'docker',
    environment: { PATH: docker.path, FILE: file, FORCE: '1', COMPOSE_PROJECT_NAME: 'x' },
    write: (line) => said.push(line),
  }
  const before = await whatThereIs()
  expect(await backUpInDocker(context)).toBe(0)
  expect(said).toEqual([file])
  // Compose would replace a database whose files have changed since it was started.
  expect(docker.calls().find((call) => call.endsWith('backup backup -'))).toMatch(
    / run --rm -T --no-deps --user .* --env BACKUP_RECIPIENTS --volume /,
  )
  expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  await product.db.collection('lessons').insertOne({ title: 'Since this backup' })
  expect(readFileSync(join(product.dataDir, 'metrics/backup.prom'), 'utf8')).toMatch(
    /^archery_backup_last_success_timestamp_seconds \d{10}$/m,
  )

  const broken = join(product.dataDir, 'docker/broken')
  writeFileSync(broken, '')
  await expect(restoreInDocker(context)).rejects.toThrow(/docker stop worker. failed/)
  expect(
    docker
      .calls()
      .filter((call) => /^(stop|start) /.test(call))
      .sort(),
  ).toEqual(['start one', 'start two', 'start worker', 'stop worker'])
  expect(await product.db.collection('lessons').countDocuments({ title: 'Since this backup' })).toBe(1)
  rmSync(broken)
  docker.forget()

  const damaged = join(product.dataDir, 'damaged.tar.gz.age')
  writeFileSync(damaged, readFileSync(file).subarray(0, -100))
  const failing = restoreInDocker({ ...context, environment: { ...context.environment, FILE: damaged } })
  await expect(failing).rejects.toThrow(/^The archive cannot be used: it cannot be unpacked\.$/)
  docker.forget()

  expect(await restoreInDocker(context)).toBe(0)
  expect(await whatThereIs()).toEqual(before)
  expect(said.at(-2)).toMatch(/^What was replaced is in .*before-restore-/)
  expect(said.at(-1)).toMatch(/^The database holds the archive written 20/)
  const steps = docker
    .calls()
    .flatMap((call) => /(?:^| )(stop|start|backup (?:backup|restore|drop|complete)\S*)\b/.exec(call)?.[1] ?? [])
  // An interrupted restore is ended first, and what it replaced archived; the second archive is of what is there now.
  const preparation = ['backup complete', 'backup backup', 'backup backup', 'backup restore']
  const exchange = ['stop', 'stop', 'stop', 'start', 'start', 'start', 'backup backup', 'backup drop-replaced']
  expect(docker.calls().filter((call) => / run /.test(call) && !call.includes(' --no-deps '))).toEqual([])
  const inOrder = [...steps.slice(0, 2), ...steps.slice(2, 4).sort(), ...steps.slice(4)]
  expect(inOrder).toEqual([...preparation, ...exchange])
  expect(docker.calls().find((call) => call.includes(' restore '))).toMatch(
    / --user \d+:\d+ --volume \S+backup-key\.txt:\/BACKUP_IDENTITY:ro --env BACKUP_IDENTITY=\/BACKUP_IDENTITY .*--volume \S+:\/archive:ro backup restore \/archive --force --when-stopped$/,
  )
})
