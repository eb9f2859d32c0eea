import { join } from 'node:path'
import { idleMark } from '@app/backup/messages'
import type { Dialogue } from '@app/containers/run-program'
import { withLock } from '@app/installer/file-lock'
import { messageOf } from '@app/installer/message-of'
import { interruptedArchive, metricsFolder, replacedArchive, restoreOptions } from './archive-tool'
import { endRestore, forgetContent, recordRestore, restoreBegun } from './backup-metrics'
import type { Context } from './context'

/** The differences between processes and containers. */
export type Site = {
  /** True if services run, which must stop while the database is exchanged. */
  isRunning: boolean
  /** Completes an exchange that was interrupted. Returns the sentence that says which data is in place. */
  complete(...flags: string[]): Promise<string | undefined>
  /** Archives what is stored, or with `--replaced` what a restore replaced. Returns false when there is nothing to archive. */
  archive(file: string, ...flags: string[]): Promise<boolean>
  /** Restores, and returns such a sentence; `dialogue` as of the flag --when-stopped. */
  restore(file: string, flags: readonly string[], dialogue?: Dialogue): Promise<string | undefined>
  dropReplaced(): Promise<void>
  stopServices(): Promise<void>
  /** Resolves when they are ready. */
  startServices(): Promise<void>
}

const retryMs = 1_000

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
async function completeExchange(site: Site, begun: number | undefined, attempts = 3): Promise<string | undefined> {
  try {
    return await site.complete(...(begun === undefined ? [] : ['--begun', String(begun)]))
  } catch (error) {
    if (attempts === 1) throw error
    await Bun.sleep(retryMs)
    return completeExchange(site, begun, attempts - 1)
  }
}

/** Completes what an interrupted restore left, and starts what it stopped. Returns the sentence that says which data is in place. */
async function endInterrupted(context: Context, site: Site): Promise<string> {
  const begun = restoreBegun(metricsFolder(context))
  const inPlace = await completeExchange(site, begun)
  if (begun !== undefined && site.isRunning) await site.startServices()
  await keepReplaced(site, context, interruptedArchive(context))
  endRestore(context)
  return inPlace ?? ''
}

/**
 * Restores an archive. The services run until everything is stored and compared and what is there is archived, and stop before the
 * two are exchanged; they start during the exchange and wait for its end. Without an archive it ends a restore that was interrupted.
 */
export const restoreArchive = (context: Context, site: Site): Promise<number> =>
  withLock(
    join(context.layout.dataDir, 'restore.lock'),
    () => restoreAlone(context, site),
    () => context.write('Another restore still runs. Waiting for its end ...'),
  )

async function restoreAlone(context: Context, site: Site): Promise<number> {
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
    const inPlace = await endInterrupted(context, site)
    if (inPlace.startsWith(idleMark)) throw new Error(`Which archive? make restore FILE=... ${inPlace}`)
    forgetContent(context)
    context.write(inPlace)
    return 0
  }
  if (!force) {
    const inPlace = await site.restore(file, flags)
    forgetContent(context)
    if (inPlace) context.write(inPlace)
    return 0
  }
  const earlier = await endInterrupted(context, site)
  if (!earlier.startsWith(idleMark)) context.write(earlier)
  const kept = replacedArchive(context)
  // Also of a database that was lost: what was written since is kept.
  const archived = site.archive(kept, '--any')
  // It is awaited below, in whichever way the restore ends.
  archived.catch(() => {})
  let stopping = false
  let failure: unknown
  let started: Promise<void> | undefined
  let inPlace: string | undefined
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
    inPlace = await site.restore(file, ['--force', '--when-stopped', ...flags], {
      answer: stopServices,
      answered: () => void startServices(),
    })
  } catch (error) {
    // The archive is complete before this ends: its writer would outlive this command.
    await archived
    if (!stopping) throw asItWas(error)
    failure ??= error
    inPlace = await completeExchange(site, restoreBegun(metricsFolder(context))).catch((cause) => {
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
  if (inPlace) context.write(inPlace)
  return 0
}
