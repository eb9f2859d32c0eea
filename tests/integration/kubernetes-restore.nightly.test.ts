import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recipientsOf } from '@app/backup/encryption'
import { makeSigningKey } from '@app/backup/signing'
import { type Db, MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveTool } from '../support/archive-tool'
import { root } from '../support/observability'
import { type Product, startProduct } from '../support/product'

// What the pods of a cluster run, on this machine: the commands of the manifests, with the volume and the Secrets as folders.

let product: Product
let client: MongoClient
let db: Db
let volume: string
let secrets: string
let recipients: readonly string[]

beforeAll(async () => {
  product = await startProduct({}, { pages: false, only: ['mongo'] })
  client = await MongoClient.connect(product.stack.mongoUri)
  db = client.db('cluster')
  volume = join(product.dataDir, 'volume')
  secrets = join(product.dataDir, 'run')
  for (const folder of [volume, join(secrets, 'secrets'), join(secrets, 'restore'), join(secrets, 'bin')])
    mkdirSync(folder, { recursive: true })
  const bun = `#!/bin/sh\nshift\nexec '${process.execPath}' '${archiveTool}' "$@"\n`
  writeFileSync(join(secrets, 'bin/bun'), bun)
  chmodSync(join(secrets, 'bin/bun'), 0o755)
  const uri = new URL(product.stack.mongoUri)
  uri.pathname = '/cluster'
  writeFileSync(join(secrets, 'secrets/mongodb_uri'), uri.href)
  for (const name of ['installation_id', 'files_s3']) writeFileSync(join(secrets, 'secrets', name), '')
  makeSigningKey({ key: join(secrets, 'secrets/signing_key'), signers: join(secrets, 'restore/signers') })
  recipients = (await recipientsOf(join(secrets, 'restore/identity'))).recipients
})
afterAll(async () => {
  await client?.close()
  await product?.stop()
})

type Variable = { name: string; value?: string }
const here = (text: string) => text.replaceAll('/run/', `${secrets}/`).replaceAll('/backups', volume)

/** Runs a CronJob's container. */
async function run(name: 'backup' | 'restore', more: Record<string, string> = {}) {
  const text = readFileSync(join(root, `deploy/kubernetes/components/backup/${name}.yaml`), 'utf8')
  const [job] = [Bun.YAML.parse(text)].flat() as [{ spec: { jobTemplate: { spec: { template: { spec: object } } } } }]
  const { containers } = job.spec.jobTemplate.spec.template.spec as {
    containers: [{ command: string[]; env: Variable[] }]
  }
  const { command, env } = containers[0]
  const [program = '', ...args] = command.map(here)
  const variables = Object.fromEntries(env.map(({ name: one, value }) => [one, value && here(value)]))
  const settings = { BACKUP_RECIPIENTS: recipients.join(' '), PATH: `${secrets}/bin:${process.env.PATH}` }
  const child = spawn(program, args, {
    env: { ...variables, ...settings, ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  return new Promise<{ code: number | null; said: string }>((done) =>
    child.once('close', (code) => done({ code, said: said.trim() })),
  )
}

const names = async () => (await db.collection('users').find().toArray()).map(({ name }) => name).toSorted()
async function hold(...people: string[]) {
  await db.collection('users').deleteMany({})
  await db.collection('users').insertMany(people.map((name) => ({ name })))
}

test('without an archive nothing is restored', async () => {
  await hold('grace')
  expect(await run('restore')).toEqual({ code: 1, said: expect.stringContaining('The volume has no archive.') })
  expect(await names()).toEqual(['grace'])
})

test('the commands of a cluster write an archive, restore the newest one, and keep what it replaces', async () => {
  await hold('ada', 'alan')
  expect(await run('backup')).toMatchObject({ code: 0 })
  const [archive = '', ...others] = readdirSync(volume)
  expect([archive, others]).toEqual([expect.stringMatching(/^archery-\S+Z\.tar\.gz\.age$/), []])

  await hold('grace')
  const restored = await run('restore')
  expect(restored).toEqual({ code: 0, said: expect.stringMatching(/The database holds the archive written \S+/) })
  expect(await names()).toEqual(['ada', 'alan'])
})

test('what was replaced is an archive as well; one that is copied there meanwhile is waited for', async () => {
  const [, before = ''] = readdirSync(volume).toSorted()
  expect(before).toMatch(/^before-restore-/)
  const restoring = run('restore', { ARCHIVE: 'brought.tar.gz.age' })
  renameSync(join(volume, before), join(volume, 'brought.tar.gz.age'))
  expect(await restoring).toMatchObject({ code: 0 })
  expect(await names()).toEqual(['grace'])
})
