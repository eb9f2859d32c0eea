import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { optionsOf } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { newArchive, restoreOptions, runArchiveTool } from '../archive-tool'
import type { Context } from '../context'

/** Services that write to the database. */
const writers = ['auth', 'forms', 'email-worker', 'admin-tables']

/** The archive is streamed from the container's output, so the container needs no writable mount. */
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
    await runArchiveTool(context, ['verify', unfinished])
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

/** Restores an archive; with FORCE the services are stopped meanwhile. */
export async function restoreInDocker(context: Context): Promise<number> {
  const { file, force, flags } = restoreOptions(context)
  const options = optionsOf(context)
  const replaces = force && Boolean((await docker.urls(options))['site'])
  if (replaces) {
    await runArchiveTool(context, ['verify', file])
    await docker.stop(writers, options)
  }
  try {
    // Only its owner may read the file, so the container runs as that user.
    const owner = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
    const mounted = ['--user', owner, '--volume', `${file}:/archive:ro`]
    await docker.once([...mounted, 'backup', 'restore', '/archive', ...flags], options)
  } finally {
    if (replaces) await docker.start(writers, options)
  }
  return 0
}
