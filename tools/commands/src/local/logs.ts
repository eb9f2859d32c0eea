import { existsSync, readdirSync } from 'node:fs'
import type { Context } from '../context'
import { followFiles } from '../follow-files'

/** Prints the end of every log and follows them until Ctrl-C. */
export async function logs({ layout, write }: Context): Promise<number> {
  const folder = layout.folder('logs')
  const files = () => (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.log'))
  if (files().length === 0) {
    process.stderr.write('There are no logs yet. Start it with: make up\n')
    return 1
  }
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  await followFiles(folder, files, write, ending.signal)
  return 0
}
