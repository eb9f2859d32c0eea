import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { optionsOf } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import {
  interruptedArchive,
  newArchive,
  recordBackup,
  replacedArchive,
  restoreOptions,
  runArchiveTool,
  stoppedByFailure,
} from '../archive-tool'
import { type BackupKeys, keysToRead, keysToWrite } from '../backup-keys'
import type { Context } from '../context'

/** Services that write to the database. */
const writers = ['auth', 'forms', 'email-worker', 'admin-tables']

/** Only their owner may read archives and keys, so the container runs as that user. */
const asOwner = ['--user', `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`]

const mountedKey = (name: keyof BackupKeys, file: string | undefined) =>
  file ? ['--volume', `${file}:/${name}:ro`, '--env', `${name}=/${name}`] : []

/** Archives are encrypted in the container, so no plain byte leaves it. */
const toWrite = ({ BACKUP_RECIPIENTS, BACKUP_SIGNING_KEY }: BackupKeys) => [
  ...asOwner,
  ...(BACKUP_RECIPIENTS ? ['--env', `BACKUP_RECIPIENTS=${BACKUP_RECIPIENTS}`] : []),
  ...mountedKey('BACKUP_SIGNING_KEY', BACKUP_SIGNING_KEY),
]

const toRead = ({ BACKUP_IDENTITY, BACKUP_SIGNERS, UNSIGNED }: BackupKeys) => [
  ...asOwner,
  ...mountedKey('BACKUP_IDENTITY', BACKUP_IDENTITY),
  ...mountedKey('BACKUP_SIGNERS', BACKUP_SIGNERS),
  ...(UNSIGNED ? ['--env', `UNSIGNED=${UNSIGNED}`] : []),
]

/**
 * Streams an archive out of the container, which so needs no writable mount, and verifies it before it gets its name,
 * where its key is on this machine.
 *
 * @returns false when there was nothing to write
 */
async function archiveTo(file: string, context: Context, flags: readonly string[] = []): Promise<boolean> {
  const unfinished = `${file}.unfinished`
  const keys = await keysToWrite(context)
  const output = openSync(unfinished, 'w', 0o600)
  try {
    await docker.once([...toWrite(keys), 'backup', 'backup', '-', ...flags], optionsOf(context), output)
    if (statSync(unfinished).size === 0) return false
    if (keys.BACKUP_IDENTITY || !keys.BACKUP_RECIPIENTS) await runArchiveTool(context, ['verify', unfinished], keys)
    renameSync(unfinished, file)
    return true
  } finally {
    closeSync(output)
    rmSync(unfinished, { force: true })
  }
}

export async function backUpInDocker(context: Context): Promise<number> {
  const file = newArchive(context)
  await docker.buildBackup(optionsOf(context))
  if (file === '-')
    await docker.once([...toWrite(await keysToWrite(context)), 'backup', 'backup', '-'], optionsOf(context), 1)
  else {
    await archiveTo(file, context)
    context.write(file)
  }
  recordBackup(context)
  return 0
}

export async function verifyAuditInDocker(context: Context): Promise<number> {
  await docker.buildBackup(optionsOf(context))
  await docker.once(['backup', 'verify-audit'], optionsOf(context))
  return 0
}

/** Archives what a restore replaced and then drops it. Without such a restore it does nothing. */
async function keepReplaced(context: Context, file: string): Promise<void> {
  if (!(await archiveTo(file, context, ['--replaced']))) return
  await docker.once(['backup', 'drop-replaced'], optionsOf(context))
  context.write(`What was replaced is in ${file}`)
}

/** Restores an archive. The services run until everything is stored and compared, and stop while it replaces what they hold. */
export async function restoreInDocker(context: Context): Promise<number> {
  const { file, force, without } = restoreOptions(context)
  const options = optionsOf(context)
  const mounted = [...toRead(keysToRead(context)), '--volume', `${file}:/archive:ro`]
  await docker.buildBackup(options)
  if (!force) {
    await docker.once([...mounted, 'backup', 'restore', '/archive', ...without], options)
    return 0
  }
  const isRunning = Boolean((await docker.urls(options))['site'])
  await docker.once(['backup', 'resume'], options)
  await keepReplaced(context, interruptedArchive(context))
  const kept = replacedArchive(context)
  await archiveTo(kept, context)
  await docker.once([...mounted, 'backup', 'stage', '/archive', ...without], options)
  if (isRunning) await docker.stop(writers, options)
  try {
    await (isRunning ? docker.onceBeside : docker.once)(['backup', 'swap', '--force'], options)
  } catch (error) {
    throw isRunning ? stoppedByFailure(error) : error
  }
  if (isRunning) await docker.start(writers, options)
  await keepReplaced(context, kept)
  return 0
}
