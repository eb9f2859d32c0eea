import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import type { Context } from '../context'
import { docker, optionsOf } from '../docker'
import { backupTool, newArchive, wishes } from './backup-tool'

/** Those that write to the database. */
const writers = ['auth', 'forms', 'email-worker', 'admin-tables']

/** The archive comes through the container's output, so that nothing of the host need be writable to it. */
export async function backUpInDocker(context: Context): Promise<number> {
  const file = newArchive(context)
  const command = ['backup', 'backup', '-']
  if (file === '-') {
    await docker.once(command, optionsOf(context), 1)
    return 0
  }
  const unfinished = `${file}.unfinished`
  const output = openSync(unfinished, 'w', 0o600)
  try {
    await docker.once(command, optionsOf(context), output)
    await backupTool(context, ['verify', unfinished])
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  } finally {
    closeSync(output)
  }
  context.write(file)
  return 0
}

/** Puts an archive back, with the services ended meanwhile where it replaces what they hold. */
export async function restoreInDocker(context: Context): Promise<number> {
  const { file, force, flags } = wishes(context)
  const options = optionsOf(context)
  const replaces = force && Boolean((await docker.urls(options))['site'])
  if (replaces) {
    await backupTool(context, ['verify', file])
    await docker.stop(writers, options)
  }
  try {
    // The file is its owner's alone, so the container reads it as that one.
    const owner = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
    const mounted = ['--user', owner, '--volume', `${file}:/archive:ro`]
    await docker.once([...mounted, 'backup', 'restore', '/archive', ...flags], options)
  } finally {
    if (replaces) await docker.start(writers, options)
  }
  return 0
}
