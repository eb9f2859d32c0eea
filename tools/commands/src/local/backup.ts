import { runStack } from '@app/local-stack/stack'
import { readLiveState } from '@app/local-stack/state'
import { completeVariables } from '@app/local-stack/variables'
import { newArchive, restoreOptions, runArchiveTool } from '../archive-tool'
import type { Context } from '../context'
import { down } from './down'
import { up } from './up'

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
  await withDatabase(context, (address) => runArchiveTool(context, ['backup', file], address))
  if (file !== '-') context.write(file)
  return 0
}

/** Restores an archive. The product is stopped meanwhile and started again afterwards. */
export async function restore(context: Context): Promise<number> {
  const { file, force, flags } = restoreOptions(context)
  const replaces = force && readLiveState(context.layout)?.phase === 'ready'
  if (replaces) {
    await runArchiveTool(context, ['verify', file])
    await down(context)
  }
  await withDatabase(context, (address) => runArchiveTool(context, ['restore', file, ...flags], address))
  return replaces ? up(context) : 0
}
