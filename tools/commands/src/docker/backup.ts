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
import type { Context } from '../context'

/** Services that write to the database. */
const writers = ['auth', 'forms', 'email-worker', 'admin-tables']

/**
 * Streams an archive out of the container, which so needs no writable mount, and verifies it before it gets its name.
 *
 * @returns false when there was nothing to write
 */
async function archiveTo(file: string, context: Context, flags: readonly string[] = []): Promise<boolean> {
  const unfinished = `${file}.unfinished`
  const output = openSync(unfinished, 'w', 0o600)
  try {
    await docker.once(['backup', 'backup', '-', ...flags], optionsOf(context), output)
    if (statSync(unfinished).size === 0) return false
    await runArchiveTool(context, ['verify', unfinished])
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
  if (file === '-') await docker.once(['backup', 'backup', '-'], optionsOf(context), 1)
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
  // Only its owner may read the file, so the container runs as that user.
  const owner = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
  const mounted = ['--user', owner, '--volume', `${file}:/archive:ro`]
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
