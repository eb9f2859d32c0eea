import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * What this process has started and starts ends with it, also after `kill -9`: servers would stay, and slow down everything after them.
 * Resolves when that is sure.
 */
export async function endWithThisProcess(): Promise<void> {
  // Each project of a run of tests loads this file anew.
  if (process.env.ENDS_WITH === String(process.pid)) return
  process.env.ENDS_WITH = String(process.pid)
  const program = join(import.meta.dirname, 'end-descendants.ts')
  // In a group of its own: what ends the others must not end it first.
  const child = spawn(process.execPath, [program, String(process.pid)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  child.stdout.destroy()
  child.unref()
  const { stdin } = child as unknown as { stdin: { unref?: () => void } }
  stdin.unref?.()
}
