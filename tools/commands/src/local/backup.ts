import type { Dialogue } from '@app/containers/run-program'
import { runStack } from '@app/local-stack/stack'
import { readLiveState } from '@app/local-stack/state'
import { completeVariables } from '@app/local-stack/variables'
import { auditEvidence, moveFlags, newArchive, runArchiveTool } from '../archive-tool'
import { type BackupKeys, keysToRead, keysToWrite } from '../backup-keys'
import { recordBackup } from '../backup-metrics'
import type { Context } from '../context'
import { journalSettings, pruneJournal, untilSignal } from '../journal'
import { pruneArchives } from '../prune-archives'
import { restoreArchive } from '../restore'
import { localInstallation } from './installation'
import { startServices, stopServices } from './pause-services'

type Address = Record<string, string>

/** The address for the archive tool in these variables, each as a value or as a file. */
function addressIn(variables: Record<string, string>): Address {
  const names = ['MONGODB_URI', 'AUDIT_PUBLIC_KEYS', 'FILES_S3'].flatMap((name) => [name, `${name}_FILE`])
  return Object.fromEntries(names.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])))
}

/** Uses the database of the running product, else starts one for the duration of `use`. */
async function withDatabase<Result>(context: Context, use: (address: Address) => Promise<Result>): Promise<Result> {
  const live = readLiveState(context.layout)
  const whose = localInstallation(context)
  if (live?.phase === 'ready') return use({ ...addressIn(completeVariables(context, live).variables), ...whose })
  // Ctrl-C ends the tool, which fails; the database is stopped afterwards.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const { port: _port, ...options } = context
  const stack = await runStack({ ...options, only: ['mongo'] })
  try {
    return await use({ ...addressIn(stack.env), ...whose })
  } finally {
    await stack.stop()
  }
}

/** Writes all stored data to one archive; see docs/backup.md. */
export async function backup(context: Context): Promise<number> {
  const file = newArchive(context)
  const keys = await keysToWrite(context)
  const { content } = await withDatabase(context, (address) =>
    runArchiveTool(context, ['backup', file], { ...address, ...keys }),
  )
  if (file !== '-') context.write(file)
  recordBackup(context, content)
  pruneJournal(context)
  if (file !== '-') pruneArchives(context, file)
  return 0
}

/** Keeps a journal of all changes in JOURNAL_DIR until it is interrupted; see docs/backup.md. */
export async function followBackup(context: Context): Promise<number> {
  const { folder, metrics, seconds, isAccepting } = journalSettings(context)
  if (isAccepting) {
    await withDatabase(context, (address) => runArchiveTool(context, ['accept', folder], address))
    return 0
  }
  const keys = await keysToWrite(context)
  await withDatabase(context, async (address) => {
    const env = { ...address, ...keys, ...seconds, METRICS_DIR: metrics }
    await runArchiveTool(context, ['follow', folder], env, { dialogue: untilSignal() })
  })
  return 0
}

/** Moves files to the object storage of FILES_S3, or with TO=database back; see docs/files.md. */
export async function moveFiles(context: Context): Promise<number> {
  const flags = moveFlags(context)
  await withDatabase(context, (address) => runArchiveTool(context, ['move-files', ...flags], address))
  return 0
}

/** Says whether the audit is as it was written. */
export async function verifyAudit(context: Context): Promise<number> {
  const { heads, archive } = auditEvidence(context)
  const files = [...(heads ? ['--heads', heads] : []), ...(archive ? ['--archive', archive] : [])]
  await withDatabase(context, (address) =>
    runArchiveTool(context, ['verify-audit', ...files], { ...address, ...keysToRead(context) }),
  )
  return 0
}

/** Restores an archive into the database of the running product, or into one that runs for the duration. */
export async function restore(context: Context): Promise<number> {
  const isRunning = readLiveState(context.layout)?.phase === 'ready'
  await withDatabase(context, async (address) => {
    const run = (args: readonly string[], keys: BackupKeys = {}, dialogue?: Dialogue) =>
      runArchiveTool(context, args, { ...address, ...keys }, dialogue && { dialogue })
    await restoreArchive(context, {
      isRunning,
      complete: async (...flags) => (await run(['complete', ...flags])).inPlace,
      archive: async (file, ...flags) =>
        Boolean((await run(['backup', file, ...flags], await keysToWrite(context))).content),
      restore: async (file, flags, dialogue) =>
        (await run(['restore', file, ...flags], keysToRead(context), dialogue)).inPlace,
      dropReplaced: async () => void (await run(['drop-replaced'])),
      stopServices: () => stopServices(context.layout),
      startServices: () => startServices(context.layout),
    })
  })
  return 0
}
