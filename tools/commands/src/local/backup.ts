import { existsSync } from 'node:fs'
import type { Dialogue } from '@app/containers/run-program'
import { runStack } from '@app/local-stack/stack'
import { readLiveState } from '@app/local-stack/state'
import { completeVariables } from '@app/local-stack/variables'
import { newArchive, recordBackup, runArchiveTool } from '../archive-tool'
import { type BackupKeys, keysToRead, keysToWrite } from '../backup-keys'
import type { Context } from '../context'
import { restoreArchive } from '../restore'
import { startServices, stopServices } from './pause-services'

type Address = Record<string, string>

function addressIn(variables: Record<string, string>): Address {
  const { MONGODB_URI, MONGODB_URI_FILE } = variables
  return MONGODB_URI ? { MONGODB_URI } : { MONGODB_URI_FILE: MONGODB_URI_FILE! }
}

/** Uses the database of the running product, else starts one for the duration of `use`. */
async function withDatabase(context: Context, use: (address: Address) => Promise<void>): Promise<void> {
  const live = readLiveState(context.layout)
  if (live?.phase === 'ready') return use(addressIn(completeVariables(context, live).variables))
  // Ctrl-C ends the tool, which fails; the database is stopped afterwards.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const { port: _port, ...options } = context
  const stack = await runStack({ ...options, only: ['mongo'] })
  try {
    await use(addressIn(stack.env))
  } finally {
    await stack.stop()
  }
}

/** Writes all stored data to one archive; see docs/backup.md. */
export async function backup(context: Context): Promise<number> {
  const file = newArchive(context)
  const keys = await keysToWrite(context)
  await withDatabase(context, (address) => runArchiveTool(context, ['backup', file], { ...address, ...keys }))
  recordBackup(context)
  if (file !== '-') context.write(file)
  return 0
}

/** Says whether the audit is as it was written. */
export async function verifyAudit(context: Context): Promise<number> {
  await withDatabase(context, (address) => runArchiveTool(context, ['verify-audit'], address))
  return 0
}

/** Restores an archive into the database of the running product, or into one that runs for the duration. */
export async function restore(context: Context): Promise<number> {
  const isRunning = readLiveState(context.layout)?.phase === 'ready'
  await withDatabase(context, async (address) => {
    const run = async (args: readonly string[], keys: BackupKeys = {}, dialogue?: Dialogue) =>
      runArchiveTool(context, args, { ...address, ...keys }, dialogue)
    await restoreArchive(context, {
      isRunning,
      async archive(file, ...flags) {
        await run(['backup', file, ...flags], await keysToWrite(context))
        return existsSync(file)
      },
      restore: (file, flags, dialogue) => run(['restore', file, ...flags], keysToRead(context), dialogue),
      dropReplaced: () => run(['drop-replaced']),
      stopServices: () => stopServices(context.layout),
      startServices: () => startServices(context.layout),
    })
  })
  return 0
}
