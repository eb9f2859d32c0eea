import type { Context } from '../context'
import { runStack } from '../stack'
import { readLiveState } from '../state'
import { completeVariables } from '../variables'
import { backupTool, newArchive, wishes } from './backup-tool'
import { down } from './down'
import { up } from './up'

type Address = Record<string, string>

function addressIn(variables: Record<string, string>): Address {
  const { MONGODB_URI, MONGODB_URI_FILE } = variables
  return MONGODB_URI ? { MONGODB_URI } : { MONGODB_URI_FILE: MONGODB_URI_FILE! }
}

/** The database of the running product, else one that is started for this alone. */
async function withDatabase(context: Context, use: (address: Address) => Promise<void>): Promise<void> {
  const live = readLiveState(context.layout)
  if (live?.phase === 'ready') return use(addressIn(completeVariables(context, live).variables))
  // Ctrl-C reaches the tool, which ends with a fault; then the database is ended, too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  const { port: _port, ...plan } = context
  const stack = await runStack({ ...plan, only: ['mongo'] })
  try {
    await use(addressIn(stack.env))
  } finally {
    await stack.stop()
  }
}

/** Writes everything that the database holds to one file; see docs/backup.md. */
export async function backup(context: Context): Promise<number> {
  const file = newArchive(context)
  await withDatabase(context, (address) => backupTool(context, ['backup', file], address))
  if (file !== '-') context.write(file)
  return 0
}

/** Puts an archive back. The product must not write meanwhile: it is ended, and started again afterwards. */
export async function restore(context: Context): Promise<number> {
  const { file, force, flags } = wishes(context)
  const replaces = force && readLiveState(context.layout)?.phase === 'ready'
  if (replaces) {
    await backupTool(context, ['verify', file])
    await down(context)
  }
  await withDatabase(context, (address) => backupTool(context, ['restore', file, ...flags], address))
  return replaces ? up(context) : 0
}
