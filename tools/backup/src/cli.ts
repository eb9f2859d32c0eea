import { readFileSync, statSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { type Evidence, headReader, signedHeadsIn } from '@app/audit'
import { json, readEnv } from '@app/config'
import { seconds } from '@app/contracts/durations'
import { publicKeySet } from '@app/contracts/signing-keys'
import { requireIdentity, requireNoOther } from '@app/mongo/installation'
import type { Db } from 'mongodb'
import * as v from 'valibot'
import { writeArchive } from './archive-file'
import { contentOf, type Manifest } from './archive-format'
import { note, reportAudit } from './audit'
import { backUp } from './back-up'
import {
  address,
  elsewhere,
  installation,
  keys,
  messageOf,
  objects,
  progress,
  say,
  signer,
  timeouts,
  withDatabase,
} from './cli-settings'
import { completeSwap, ignoreSignals, sayCarried, sayInPlace, sayRestored } from './complete'
import { openArchive, requireKeys } from './encryption'
import { inWords, restorableBefore, seriesToRestore } from './journal-files'
import { acceptDatabase, keepJournal } from './keep-journal'
import { contentInWords, inMegabytes, reasonMark } from './messages'
import { type Moved, moveFiles } from './move-files'
import { headerOf } from './read-archive'
import { type Journal, stage, verifyArchive } from './restore'
import { connectTo, readSecondary } from './secondary'
import { type SignatureCheck, signedByOneOf } from './signing'
import { prefixes } from './staging'
import { dropReplaced, hasReplaced, requireEmpty, requireWhole, swap } from './swap'

const usage = `usage: cli.ts backup FILE|- [--any] [--replaced]    write an archive; --any: also of a database that is not this installation's;
                                --replaced: of what the last restore replaced
       cli.ts follow FOLDER     keep a journal: everything, then every 20 seconds what has changed; until the standard input ends
       cli.ts accept FOLDER     what the database holds now is what there should be: the journal goes on with it
       cli.ts verify FILE
       cli.ts restore FILE|FOLDER [--until TIME] [--force] [--when-stopped] [--without NAME]...    stage and swap; --when-stopped: in between
                                prints "staged" and waits for "stopped" at its standard input,
                                and "exchanging" when the services may start, which wait for its end
       cli.ts stage FILE|FOLDER [--until TIME] [--without NAME]...    store next to what the database holds
       cli.ts swap [--force]    exchange the two
       cli.ts complete [--begun SECONDS]    complete a swap that was interrupted, and say which data is in place; --begun: when the
                                restore was about to swap, in seconds since 1970
       cli.ts move-files [--to-database]    move files to the object storage of FILES_S3, or back
       cli.ts drop-replaced     delete what the last swap replaced
       cli.ts verify-audit [--heads FILE] [--archive FILE]    say whether the audit is as it was written, and as the signed
                                heads in a mail or a log, and an archive, say
BACKUP_RECIPIENTS: public age keys that archives are encrypted to; BACKUP_IDENTITY: the file of the private key
JOURNAL_SECONDS: how often follow looks (20); METRICS_DIR: where it leaves up to when the journal reaches
AUDIT_PUBLIC_KEYS: verify-audit checks signed heads with them
BACKUP_SIGNING_KEY: the file of the key that signs; BACKUP_SIGNERS: the file of the public keys whose archives are restored`
const auditVariables = v.object({ AUDIT_PUBLIC_KEYS: json(publicKeySet, 'a set of public Ed25519 keys') })
const { BACKUP_SIGNERS, UNSIGNED } = process.env

const options = {
  force: { type: 'boolean' },
  'to-database': { type: 'boolean' },
  replaced: { type: 'boolean' },
  any: { type: 'boolean' },
  'when-stopped': { type: 'boolean' },
  without: { type: 'string', multiple: true },
  heads: { type: 'string' },
  archive: { type: 'string' },
  until: { type: 'string' },
  begun: { type: 'string' },
} as const

/** Moves the bytes of files to the object storage, or back. */
const move = (to: 'objects' | 'database') =>
  withDatabase(async (client) => {
    const storage = objects()
    if (!storage)
      throw new Error('Where to? Set FILES_S3 in .env to a bucket of an S3-compatible storage (docs/files.md).')
    const inWords = ({ files, bytes }: Moved) => `${files} files, ${inMegabytes(bytes)}`
    let saidAt = performance.now()
    const moved = await moveFiles(client.db(), storage, {
      to,
      progress(now) {
        if (performance.now() - saidAt < seconds(2)) return
        saidAt = performance.now()
        say(`  moved ${inWords(now)} ...`)
      },
    })
    say(`Moved: ${inWords(moved)}.`)
    if (moved.damaged.length > 0)
      throw new Error(`Files whose bytes are incomplete stay as they are: ${moved.damaged.join(', ')}`)
  })

const archive = (file: string, { any }: { any: boolean }) =>
  withDatabase(async (client) => {
    const db = client.db()
    await requireWhole(db)
    let manifest: Manifest = {}
    const own = installation()
    if (own && !any) await requireIdentity(db, own)
    await readSecondary(client, connectTo(address(), { ...timeouts, appName: 'backup' }), async (reader) => {
      const write = async (target: Writable) => {
        manifest = await backUp(reader, target, { progress: progress('read'), sign: signer(), elsewhere: elsewhere() })
      }
      await writeArchive(file, write, keys)
    })
    say(`Backed up: ${contentInWords(manifest)}.`)
    // The archive is whole without its entry, so a database that takes no entry makes no backup fail.
    await note(db, { action: 'backup', about: contentOf(manifest) }).catch((error) =>
      say(`The audit could not note the backup: ${messageOf(error)}`),
    )
  })

/** Writes nothing when there is nothing that a restore replaced. */
const archiveReplaced = (file: string) =>
  withDatabase(async (client) => {
    const db = client.db()
    await requireWhole(db)
    if (!(await hasReplaced(db))) return
    const how = { progress: progress('read'), prefix: prefixes.replaced, sign: signer(), elsewhere: elsewhere() }
    const write = async (target: Writable) => say(`Backed up: ${contentInWords(await backUp(db, target, how))}.`)
    await writeArchive(file, write, keys)
  })

/** @throws when the caller could not stop the services */
async function servicesAreStopped(): Promise<void> {
  process.stdout.write('staged\n')
  if ((await Bun.stdin.text()).trim() !== 'stopped')
    throw new Error('The services were not stopped, so nothing was exchanged.')
}

async function exchange(db: Db, force: boolean, begun?: () => void): Promise<void> {
  ignoreSignals()
  sayCarried(await swap(db, { force, installation: installation()?.id, ...(begun && { begun }) }))
}

/** UNSIGNED=1 also restores archives without a known signature. */
function signatureCheck(): SignatureCheck {
  if (UNSIGNED === '1') return () => {}
  if (BACKUP_SIGNERS) return signedByOneOf(BACKUP_SIGNERS)
  throw new Error(
    'Who may have written this archive? Name the file of their public keys: BACKUP_SIGNERS=...; UNSIGNED=1 takes an archive of any writer.',
  )
}

/** The sources to restore: an archive, or the folder of a journal up to a time. */
function sourcesOf(file: string, until: string | undefined) {
  const open = (path: string) => () => openArchive(path, keys)
  if (!statSync(file).isDirectory()) {
    if (until) throw new Error('UNTIL= needs a journal: an archive holds one moment only.')
    return { sources: [open(file)] }
  }
  const time = until === undefined ? undefined : new Date(until)
  if (time && Number.isNaN(time.getTime()))
    throw new Error(`UNTIL=${until} is no time. An example: 2026-11-23T10:04:00Z`)
  const { files, before } = seriesToRestore(file, time)
  const beginning = before[0]
  const end = before.at(-1)
  const journal: Journal = {
    isUntilGiven: time !== undefined,
    momentOf: (at) => inWords(files[at]!.stamp),
    last: inWords(files.at(-1)!.stamp),
    ...(beginning && end && { before: { open: open(beginning.path), moment: inWords(end.stamp) } }),
  }
  const describeFile = (at: number) => restorableBefore(files, at)
  return { sources: files.map(({ path }) => open(path)), describeFile, journal }
}

type Chosen = ReturnType<typeof sourcesOf>

const stageArchive = (db: Db, chosen: Chosen, without: readonly string[]) =>
  stage(db, { ...chosen, without, progress, checkSignature: signatureCheck() })

/** Evidence that was kept outside the database. */
async function evidenceFrom(heads: string | undefined, archive: string | undefined): Promise<Evidence> {
  const { AUDIT_PUBLIC_KEYS } = readEnv(auditVariables, process.env)
  const signed = heads === undefined ? [] : signedHeadsIn(readFileSync(heads, 'utf8'))
  if (heads !== undefined && signed.length === 0) throw new Error(`${heads} holds no signed heads of the audit.`)
  const evidence = { read: await headReader(AUDIT_PUBLIC_KEYS), signed }
  if (archive === undefined) return evidence
  const { header } = await verifyArchive(openArchive(archive, keys), progress('check'), signatureCheck())
  if (!header.audit) throw new Error(`${archive} is of a release that did not note where the audit ends.`)
  return { ...evidence, archives: [{ createdAt: header.createdAt, heads: header.audit }] }
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [command, file = ''] = positionals
  const {
    force = false,
    replaced = false,
    any = false,
    without = [],
    until,
    begun,
    'when-stopped': whenStopped = false,
  } = values
  const withoutFile = ['swap', 'complete', 'drop-replaced', 'move-files', 'verify-audit'].includes(command ?? '')
  if (positionals.length !== (withoutFile ? 1 : 2)) throw new Error(usage)

  requireKeys(keys)
  if (command === 'backup') await (replaced ? archiveReplaced(file) : archive(file, { any }))
  else if (command === 'follow') await keepJournal(file)
  else if (command === 'accept') await acceptDatabase(file)
  else if (command === 'verify') {
    const { header, manifest } = await verifyArchive(openArchive(file, keys), progress('check'), signatureCheck())
    say(`The archive is complete: ${contentInWords(manifest)}, written ${header.createdAt}.`)
  } else if (command === 'restore') {
    const chosen = sourcesOf(file, until)
    await withDatabase(async (client) => {
      const db = client.db()
      await requireNoOther(db, installation())
      const { completed } = await completeSwap(db, installation()?.id)
      if (!force) {
        if (completed && completed === (await headerOf(chosen.sources.at(-1)!())).createdAt) return
        await requireEmpty(db)
      }
      const manifest = await stageArchive(db, chosen, without)
      if (whenStopped) await servicesAreStopped()
      await exchange(db, force, () => whenStopped && process.stdout.write('exchanging\n'))
      say(`Restored and compared: ${contentInWords(manifest)}.`)
      await sayRestored(db)
    })
  } else if (command === 'stage') {
    const manifest = await withDatabase((client) => stageArchive(client.db(), sourcesOf(file, until), without))
    say(`Stored and compared: ${contentInWords(manifest)}.`)
  } else if (command === 'swap') await withDatabase((client) => exchange(client.db(), force))
  else if (command === 'complete')
    await withDatabase(async (client) => {
      const { hadStage } = await completeSwap(client.db(), installation()?.id)
      await sayInPlace(client.db(), { hadStage, begun: begun === undefined ? undefined : Number(begun) })
    })
  else if (command === 'drop-replaced') await withDatabase((client) => dropReplaced(client.db()))
  else if (command === 'move-files') await move(values['to-database'] ? 'database' : 'objects')
  else if (command === 'verify-audit') {
    const evidence = await evidenceFrom(values.heads, values.archive)
    await withDatabase((client) => reportAudit(client.db(), evidence, say))
  } else throw new Error(usage)
}

try {
  await run()
  process.exit(0)
} catch (error) {
  say(`${reasonMark}${messageOf(error)}`)
  process.exit(1)
}
