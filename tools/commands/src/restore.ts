import type { Dialogue } from '@app/containers/run-program'
import { interruptedArchive, metricsFolder, replacedArchive, restoreOptions } from './archive-tool'
import { endRestore, forgetContent, isRestoring, recordRestore } from './backup-metrics'
import type { Context } from './context'

/** The differences between processes and containers. */
export type Site = {
  /** True if services run, which must stop while the database is exchanged. */
  isRunning: boolean
  /** Completes an exchange that was interrupted. */
  complete(): Promise<void>
  /** Archives what is stored, or with `--replaced` what a restore replaced. Returns false when there is nothing to archive. */
  archive(file: string, ...flags: string[]): Promise<boolean>
  /** Restores; `dialogue` as of the flag --when-stopped. */
  restore(file: string, flags: readonly string[], dialogue?: Dialogue): Promise<void>
  dropReplaced(): Promise<void>
  stopServices(): Promise<void>
  /** Resolves when they are ready. */
  startServices(): Promise<void>
}

const retryMs = 1_000

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const unfinished = (cause: unknown) =>
  new Error(
    `The restore was interrupted while it replaced the database, which the services do not use until \`make restore\` has completed it. Nothing is lost. Why it failed: ${messageOf(cause)}`,
    { cause },
  )

const notStarted = (cause: unknown) =>
  new Error(
    `The services did not start. \`make status\` and \`make logs\` may say why; \`make restore\` starts them again and archives what was replaced. ${messageOf(cause)}`,
    { cause },
  )

/** Archives what a restore replaced and then drops it. Returns whether there was such a restore. */
async function keepReplaced(site: Site, context: Context, file: string): Promise<boolean> {
  if (!(await site.archive(file, '--replaced'))) return false
  await site.dropReplaced()
  context.write(`What was replaced is in ${file}`)
  return true
}

/** An exchange that a killed program has begun in a container may still end there. */
async function completeExchange(site: Site, attempts = 3): Promise<void> {
  try {
    await site.complete()
  } catch (error) {
    if (attempts === 1) throw error
    await Bun.sleep(retryMs)
    await completeExchange(site, attempts - 1)
  }
}

/** Completes what an interrupted restore left, and starts what it stopped. Returns whether it had replaced anything. */
async function endInterrupted(context: Context, site: Site): Promise<boolean> {
  const wasInterrupted = isRestoring(metricsFolder(context))
  await site.complete()
  if (wasInterrupted && site.isRunning) await site.startServices()
  const hadReplaced = await keepReplaced(site, context, interruptedArchive(context))
  endRestore(context)
  return hadReplaced || wasInterrupted
}

/**
 * Restores an archive. The services run until everything is stored and compared and what is there is archived, and stop before the
 * two are exchanged; they start during the exchange and wait for its end. Without an archive it ends a restore that was interrupted.
 */
export async function restoreArchive(context: Context, site: Site): Promise<number> {
  const { file, force, flags } = restoreOptions(context)
  // Ctrl-C and the end of a connection end the program that runs; this one ends what that left behind.
  let signaled: string | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      signaled = signal
    })
  const asItWas = (error: unknown) =>
    signaled ? new Error(`Interrupted by ${signaled}. The database is as it was.`, { cause: error }) : error
  if (!file) {
    if (!(await endInterrupted(context, site)))
      throw new Error('Which archive? make restore FILE=... No restore is unfinished: the database is whole.')
    forgetContent(context)
    context.write('The interrupted restore has ended.')
    return 0
  }
  if (!force) {
    await site.restore(file, flags)
    forgetContent(context)
    return 0
  }
  await endInterrupted(context, site)
  const kept = replacedArchive(context)
  // Also of a database that was lost: what was written since is kept.
  const archived = site.archive(kept, '--any')
  // It is awaited below, in whichever way the restore ends.
  archived.catch(() => {})
  let stopping = false
  let failure: unknown
  let started: Promise<void> | undefined
  const startServices = () => {
    started ??= site.isRunning ? site.startServices() : Promise.resolve()
    // It is awaited below.
    started.catch(() => {})
    return started
  }
  const stopServices = async () => {
    await archived
    recordRestore(context)
    stopping = true
    if (site.isRunning)
      await site.stopServices().catch((error) => {
        failure = error
        throw error
      })
    return 'stopped'
  }
  try {
    await site.restore(file, ['--force', '--when-stopped', ...flags], {
      answer: stopServices,
      answered: () => void startServices(),
    })
  } catch (error) {
    // The archive is complete before this ends: its writer would outlive this command.
    await archived
    if (!stopping) throw asItWas(error)
    failure ??= error
    await completeExchange(site).catch((cause) => {
      throw unfinished(cause)
    })
  }
  // An interruption of the restore may have interrupted the start as well.
  await startServices()
    .catch(() => site.startServices())
    .catch((error) => {
      throw notStarted(failure ?? error)
    })
  const isReplaced = await keepReplaced(site, context, kept)
  endRestore(context)
  if (failure && !isReplaced) throw asItWas(failure)
  forgetContent(context)
  return 0
}
