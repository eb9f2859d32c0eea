import { existsSync } from 'node:fs'
import { runStack } from '@app/local-stack/stack'
import { readLiveState } from '@app/local-stack/state'
import { completeVariables } from '@app/local-stack/variables'
import {
  interruptedArchive,
  newArchive,
  recordBackup,
  replacedArchive,
  restoreOptions,
  runArchiveTool,
  stoppedByFailure,
} from '../archive-tool'
import { keysToRead, keysToWrite } from '../backup-keys'
import type { Context } from '../context'
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

/** Archives what a restore replaced and then drops it. Without such a restore it does nothing. */
async function keepReplaced(context: Context, address: Address, file: string): Promise<void> {
  await runArchiveTool(context, ['backup', file, '--replaced'], { ...address, ...(await keysToWrite(context)) })
  if (!existsSync(file)) return
  await runArchiveTool(context, ['drop-replaced'], address)
  context.write(`What was replaced is in ${file}`)
}

/** Restores an archive. The services run until everything is stored and compared, and stop while it replaces what they hold. */
export async function restore(context: Context): Promise<number> {
  const { file, force, without } = restoreOptions(context)
  const keys = keysToRead(context)
  if (!force) {
    await withDatabase(context, (address) =>
      runArchiveTool(context, ['restore', file, ...without], { ...address, ...keys }),
    )
    return 0
  }
  const isRunning = readLiveState(context.layout)?.phase === 'ready'
  const kept = replacedArchive(context)
  await withDatabase(context, async (address) => {
    await keepReplaced(context, address, interruptedArchive(context))
    await runArchiveTool(context, ['backup', kept], { ...address, ...(await keysToWrite(context)) })
    await runArchiveTool(context, ['stage', file, ...without], { ...address, ...keys })
  })
  if (isRunning) await stopServices(context.layout)
  try {
    await withDatabase(context, (address) => runArchiveTool(context, ['swap', '--force'], address))
  } catch (error) {
    throw isRunning ? stoppedByFailure(error) : error
  }
  if (isRunning) await startServices(context.layout)
  await withDatabase(context, (address) => keepReplaced(context, address, kept))
  return 0
}
