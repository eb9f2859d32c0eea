import type { Dialogue } from '@app/containers/run-program'
import { interruptedArchive, replacedArchive, restoreOptions } from './archive-tool'
import type { Context } from './context'

/** What differs between processes and containers. */
export type Site = {
  /** Whether services run, which must stop while the database is exchanged. */
  isRunning: boolean
  /** Archives what is stored, or with `--replaced` what a restore replaced. Returns false when there is nothing to archive. */
  archive(file: string, ...flags: string[]): Promise<boolean>
  /** Restores; `dialogue` as of the flag --when-stopped. */
  restore(file: string, flags: readonly string[], dialogue?: Dialogue): Promise<void>
  dropReplaced(): Promise<void>
  stopServices(): Promise<void>
  /** Resolves when they are ready. */
  startServices(): Promise<void>
}

/** A failed exchange leaves the services stopped: they would show, and change, a database that is only partly replaced. */
const stoppedByFailure = (cause: unknown) =>
  new Error(
    'The restore was interrupted while it replaced the database, so the services stay stopped. Nothing is lost. Run the same command again: it completes the restore and starts them.',
    { cause },
  )

const notStarted = (cause: unknown) =>
  new Error(
    `The archive is restored, but the services did not start: ${cause instanceof Error ? cause.message : cause} \`make status\` and \`make logs\` may say why. What was replaced is kept in the database until the next restore.`,
    { cause },
  )

/** Archives what a restore replaced and then drops it. Without such a restore it does nothing. */
async function keepReplaced(site: Site, context: Context, file: string): Promise<void> {
  if (!(await site.archive(file, '--replaced'))) return
  await site.dropReplaced()
  context.write(`What was replaced is in ${file}`)
}

/**
 * Restores an archive. The services run until everything is stored and compared and what is there is archived, and stop while the
 * two are exchanged.
 */
export async function restoreArchive(context: Context, site: Site): Promise<number> {
  const { file, force, without } = restoreOptions(context)
  if (!force) {
    await site.restore(file, without)
    return 0
  }
  // Ctrl-C ends the program that runs; this one says what that left behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  await keepReplaced(site, context, interruptedArchive(context))
  const kept = replacedArchive(context)
  const archived = site.archive(kept)
  // It is awaited below, in whichever way the restore ends.
  archived.catch(() => {})
  let stopping = false
  let started: Promise<void> | undefined
  const startServices = () => {
    started ??= site.isRunning ? site.startServices() : Promise.resolve()
    // It is awaited below.
    started.catch(() => {})
    return started
  }
  const stopServices = async () => {
    await archived
    stopping = site.isRunning
    if (site.isRunning) await site.stopServices()
    return 'stopped'
  }
  try {
    const flags = ['--force', '--when-stopped', ...without]
    await site.restore(file, flags, { answer: stopServices, answered: () => void startServices() })
  } catch (error) {
    // What writes it would outlive this command.
    await archived
    throw stopping && !started ? stoppedByFailure(error) : error
  }
  await startServices().catch((error) => {
    throw notStarted(error)
  })
  await keepReplaced(site, context, kept)
  return 0
}
