import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { identify, isAlive, type ProcessId } from './process-identity'

function holder(path: string): ProcessId | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Runs `work` while holding the lock. A lock whose holder has exited is taken over. `waits` is called once when another one has it. */
export async function withLock<Result>(path: string, work: () => Promise<Result>, waits?: () => void): Promise<Result> {
  mkdirSync(dirname(path), { recursive: true })
  for (let unreadable = 0; ; ) {
    try {
      const file = openSync(path, 'wx')
      writeSync(file, JSON.stringify(identify(process.pid)))
      closeSync(file)
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const current = holder(path)
      // The holder creates the file a moment before it writes it; one that stays empty belongs to a dead process.
      unreadable = current ? 0 : unreadable + 1
      if (current ? !isAlive(current) : unreadable > 20) rmSync(path, { force: true })
      else {
        waits?.()
        waits = undefined
        await Bun.sleep(100)
      }
    }
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}
