import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appendAudit, auditCollection, hashOf, headSigner, headSigning, type StoredEntry } from '@app/audit'
import { makeSigningKey } from '@app/backup/signing'
import { signInQueue } from '@app/mail'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { mailAuditHeads } from '../../services/auth/src/people/mail-audit-heads'
import { runArchiveTool } from '../support/archive-tool'
import { createBrowser } from '../support/browser'
import { nightlyTest } from '../support/cases'
import { inquiry } from '../support/inquiry'
import { adminEmail, type Product } from '../support/product'
import { shareBackups } from '../support/shared-products'
import { signIn } from '../support/sign-in'
import { until } from '../support/until'

let product: Product
let whole: StoredEntry[]
let heads: string
let archive: string
let env: Record<string, string>

const audit = () => product.db.collection<StoredEntry>('audit_log')

/** Runs the command as `make verify-audit` does. */
const run = (...args: string[]) => runArchiveTool(env, args)

beforeAll(async () => {
  product = await shareBackups()
  const { env: variables } = product.stack
  const admin = createBrowser(product.site)
  await signIn(admin, product, adminEmail)
  await admin.post('/api/forms/submit', inquiry())
  const lessons = (await admin.get('/api/tables/lessons')).body['data'] as { id: string }[]
  for (const { id } of lessons.slice(0, 3))
    expect((await admin.send('DELETE', `/api/tables/lessons/${id}`)).status).toBe(200)
  await until('the entries of the audit', async () => (await audit().countDocuments({ action: 'delete' })) === 3)

  const stored = auditCollection(audit)
  const mail = signInQueue({
    redisUrl: variables.REDIS_URL!,
    prefix: variables.QUEUE_PREFIX ?? 'archery',
    onError: () => {},
  })
  const sealKey = Buffer.from(variables.MAIL_SEAL_KEY!, 'base64url')
  const signing = headSigning({
    stored,
    append: appendAudit(stored, 'auth'),
    sign: await headSigner(JSON.parse(variables.AUDIT_SIGNING_KEY!)),
    mail: mailAuditHeads({ mail, sealKey, adminEmails: [adminEmail] }),
    log: { info: () => {}, error: () => {} },
  })
  await signing.run()
  await mail.close()
  const received = await until('the mail to the owner', async () =>
    (await product.mails()).find(({ subject }) => subject.startsWith('Activity record')),
  )
  expect(received.attachments).toMatchObject([{ name: 'activity-record.txt' }])
  // The mail as a mail program saves it; the attached file alone is part of it.
  heads = join(product.dataDir, 'mails', `${received.id}.eml`)

  const keys = { key: join(product.dataDir, 'key.pem'), signers: join(product.dataDir, 'signers.pem') }
  makeSigningKey(keys)
  env = {
    MONGODB_URI: product.stack.mongoUri,
    AUDIT_PUBLIC_KEYS: variables.AUDIT_PUBLIC_KEYS!,
    BACKUP_SIGNING_KEY: keys.key,
    BACKUP_SIGNERS: keys.signers,
  }
  archive = join(product.dataDir, 'audited.tar.gz')
  expect(await run('backup', archive)).toMatchObject({ code: 0 })
  whole = await audit().find().sort({ _id: 1 }).toArray()
})
afterAll(async () => {
  await audit().deleteMany({})
  await audit().insertMany(whole.filter(({ chain }) => chain !== 'backup'))
  await product?.stop()
})

beforeEach(async () => {
  await audit().deleteMany({})
  await audit().insertMany(whole)
})

test('an audit that is as it was signed and archived is whole', async () => {
  const verified = await run('verify-audit', '--heads', heads, '--archive', archive)
  expect(verified).toMatchObject({ code: 0, said: expect.stringContaining('Audit log verified') })
})

/** Without the statements in the audit itself: the operator of the database deletes those as well. */
const withoutStatements = () => audit().deleteMany({ action: { $in: ['sign-heads', 'verify', 'backup'] } })

test('an end that the operator of the database has cut off is detected by the mail and by the archive', async () => {
  await withoutStatements()
  const last = whole.filter(({ chain }) => chain === 'admin-tables').at(-1)!
  await audit().deleteOne({ _id: last._id })
  expect(await run('verify-audit')).toMatchObject({ code: 0 })
  for (const kept of [
    ['--heads', heads],
    ['--archive', archive],
  ]) {
    const found = await run('verify-audit', ...kept)
    expect(found).toMatchObject({ code: 1, said: expect.stringContaining(`${last._id} was there when`) })
  }
})

// By day sign-heads.store.test.ts sees it.
nightlyTest(
  'a chain that the operator of the database has rehashed with another actor is detected, from the audit alone too',
  async () => {
    const chain = whole.filter(({ chain }) => chain === 'admin-tables')
    const changed = chain.findIndex(({ action }) => action === 'delete')
    let previous = chain[changed]!.previous
    for (const [at, entry] of chain.entries()) {
      if (at < changed) continue
      const other = { ...entry, previous, ...(at === changed && { email: 'eve@example.com', user_id: 'eve' }) }
      previous = hashOf(other)
      await audit().replaceOne({ _id: entry._id }, { ...other, hash: previous })
    }
    const last = chain.at(-1)!._id
    const detected = { code: 1, said: expect.stringMatching(new RegExp(`${last} .*was another when the heads of`)) }
    expect(await run('verify-audit')).toMatchObject(detected)
    await withoutStatements()
    expect(await run('verify-audit')).toMatchObject({ code: 0 })
    expect(await run('verify-audit', '--heads', heads)).toMatchObject(detected)
    expect(await run('verify-audit', '--archive', archive)).toMatchObject({
      code: 1,
      said: expect.stringMatching(new RegExp(`${last} .*was another when the backup of`)),
    })
  },
)

// By day sign-heads.store.test.ts sees it.
nightlyTest('a file without signed heads, and heads that were altered, are refused', async () => {
  const other = join(product.dataDir, 'other.txt')
  writeFileSync(other, 'no heads')
  expect(await run('verify-audit', '--heads', other)).toMatchObject({
    code: 1,
    said: expect.stringContaining('no signed'),
  })
  const text = (await Bun.file(heads).text()).replace(/(BEGIN AUDIT HEADS-----\s+eyJ\w{20})\w{4}/, '$1AAAA')
  writeFileSync(other, text)
  expect(await run('verify-audit', '--heads', other)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not signed with a key of AUDIT_PUBLIC_KEYS'),
  })
})
