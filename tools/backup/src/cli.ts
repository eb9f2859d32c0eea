import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { mongoUri, readEnv } from '@app/config'
import { minutes, seconds } from '@app/contracts/durations'
import { type Db, MongoClient } from 'mongodb'
import * as v from 'valibot'
import { writeArchive } from './archive-file'
import { contentOf, type Manifest } from './archive-format'
import { note, reportAudit } from './audit'
import { backUp } from './back-up'
import { type Keys, openArchive } from './encryption'
import { createProgress } from './progress'
import { stage, verifyArchive } from './restore'
import { type SignatureCheck, signedByOneOf, signerWith } from './signing'
import { prefixes } from './staging'
import { dropReplaced, hasReplaced, requireEmpty, resumeSwap, swap } from './swap'

const usage = `usage: cli.ts backup FILE|- [--replaced]    write an archive; --replaced: of what the last restore
                                         replaced, after completing one that was interrupted
       cli.ts verify FILE
       cli.ts restore FILE [--force] [--when-stopped] [--without NAME]...    stage and swap; --when-stopped: in between
                                prints "staged" and waits for "stopped" at its standard input,
                                and "exchanged" when the services may start
       cli.ts stage FILE [--without NAME]...    store beside what the database holds
       cli.ts swap [--force]    exchange the two
       cli.ts drop-replaced     delete what the last swap replaced
       cli.ts verify-audit      say whether the audit is as it was written
BACKUP_RECIPIENTS: public age keys that archives are encrypted to; BACKUP_IDENTITY: the file of the private key
BACKUP_SIGNING_KEY: the file of the key that signs; BACKUP_SIGNERS: the file of the public keys whose archives are restored`
const variables = v.object({ MONGODB_URI: mongoUri })
const { BACKUP_RECIPIENTS = '', BACKUP_IDENTITY, BACKUP_SIGNING_KEY, BACKUP_SIGNERS, UNSIGNED } = process.env
const keys: Keys = {
  recipients: BACKUP_RECIPIENTS.split(/[\s,]+/).filter(Boolean),
  ...(BACKUP_IDENTITY && { identity: BACKUP_IDENTITY }),
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

// Messages go to standard error, since standard output may be the archive.
const say = (line: string) => void process.stderr.write(`${line}\n`)
const progress = (step: string) => createProgress(step, say)

/** Limit for one collection or one index. */
const timeouts = { serverSelectionTimeoutMS: seconds(10), connectTimeoutMS: seconds(10), socketTimeoutMS: minutes(30) }

async function withDatabase<Result>(use: (client: MongoClient) => Promise<Result>): Promise<Result> {
  const { MONGODB_URI } = readEnv(variables, process.env)
  const client = await MongoClient.connect(MONGODB_URI, { ...timeouts, appName: 'backup' })
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

function sum(manifest: Manifest): string {
  const { documents, collections, bytes } = contentOf(manifest)
  return `${documents} documents in ${collections} collections, ${(bytes / 1024 / 1024).toFixed(1)} MB`
}

const options = {
  force: { type: 'boolean' },
  replaced: { type: 'boolean' },
  'when-stopped': { type: 'boolean' },
  without: { type: 'string', multiple: true },
} as const

const signer = () => (BACKUP_SIGNING_KEY ? signerWith(BACKUP_SIGNING_KEY) : undefined)

const archive = (file: string) =>
  withDatabase(async (client) => {
    const db = client.db()
    let manifest: Manifest = {}
    const write = async (target: Writable) => {
      manifest = await backUp(db, target, { progress: progress('read'), sign: signer() })
    }
    await writeArchive(file, write, keys)
    say(`Backed up: ${sum(manifest)}.`)
    // The archive is whole without its entry, so a database that takes no entry makes no backup fail.
    await note(db, { action: 'backup', about: contentOf(manifest) }).catch((error) =>
      say(`The audit could not note the backup: ${messageOf(error)}`),
    )
  })

/** Completes an interrupted swap first. Writes nothing when there is nothing that a restore replaced. */
const archiveReplaced = (file: string) =>
  withDatabase(async (client) => {
    const db = client.db()
    await resumeSwap(db)
    if (!(await hasReplaced(db))) return
    const how = { progress: progress('read'), prefix: prefixes.replaced, sign: signer() }
    const write = async (target: Writable) => say(`Backed up: ${sum(await backUp(db, target, how))}.`)
    await writeArchive(file, write, keys)
  })

/** @throws when the caller could not stop the services */
async function servicesAreStopped(): Promise<void> {
  process.stdout.write('staged\n')
  if ((await Bun.stdin.text()).trim() !== 'stopped')
    throw new Error('The services were not stopped, so nothing was exchanged.')
}

/** UNSIGNED=1 also restores archives without a known signature. */
function signatureCheck(): SignatureCheck {
  if (UNSIGNED === '1') return () => {}
  if (BACKUP_SIGNERS) return signedByOneOf(BACKUP_SIGNERS)
  throw new Error(
    'Who may have written this archive? Name the file of their public keys: BACKUP_SIGNERS=...; UNSIGNED=1 takes an archive of any writer.',
  )
}

const stageArchive = (db: Db, file: string, without: readonly string[]) =>
  stage(db, { open: () => openArchive(file, keys), without, progress, checkSignature: signatureCheck() })

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [command, file = ''] = positionals
  const { force = false, replaced = false, without = [], 'when-stopped': whenStopped = false } = values
  const withoutFile = ['swap', 'drop-replaced', 'verify-audit'].includes(command ?? '')
  if (positionals.length !== (withoutFile ? 1 : 2)) throw new Error(usage)

  if (command === 'backup') await (replaced ? archiveReplaced : archive)(file)
  else if (command === 'verify') {
    const { header, manifest } = await verifyArchive(openArchive(file, keys), progress('check'), signatureCheck())
    say(`The archive is complete: ${sum(manifest)}, written ${header.createdAt}.`)
  } else if (command === 'restore') {
    await withDatabase(async (client) => {
      await resumeSwap(client.db())
      if (!force) await requireEmpty(client.db())
      const manifest = await stageArchive(client.db(), file, without)
      if (whenStopped) await servicesAreStopped()
      await swap(client.db(), { force })
      if (whenStopped) process.stdout.write('exchanged\n')
      say(`Restored and compared: ${sum(manifest)}.`)
    })
  } else if (command === 'stage') {
    const manifest = await withDatabase((client) => stageArchive(client.db(), file, without))
    say(`Stored and compared: ${sum(manifest)}.`)
  } else if (command === 'swap') await withDatabase((client) => swap(client.db(), { force }))
  else if (command === 'drop-replaced') await withDatabase((client) => dropReplaced(client.db()))
  else if (command === 'verify-audit') await withDatabase((client) => reportAudit(client.db(), say))
  else throw new Error(usage)
}

try {
  await run()
  process.exit(0)
} catch (error) {
  say(messageOf(error))
  process.exit(1)
}
