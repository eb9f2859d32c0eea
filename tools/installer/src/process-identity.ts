import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process id that a later process with the same number does not match. */
export type ProcessId = { pid: number; born: string }

let boot: string | undefined
/** Read once: it is asked for often, and no process outlives it. */
const bootId = () => (boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())

function bornOnLinux(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name is in parentheses and may contain blanks: count from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (fields[0] === 'Z') return undefined
  return `${bootId()}/${fields[19]}`
}

function born(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return bornOnLinux(pid)
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}

export function identify(pid: number): ProcessId {
  return { pid, born: born(pid) ?? 'gone' }
}

/** True if that process still runs. */
export const isAlive = (id: ProcessId | undefined): id is ProcessId => id !== undefined && born(id.pid) === id.born

/** Signals a process group. A group that has exited is ignored. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has exited.
  }
}

/** Stops a process group: SIGTERM, then SIGKILL after `graceMs`. */
export async function stopGroup(id: ProcessId, graceMs = 5_000): Promise<void> {
  if (!isAlive(id)) return
  signalGroup(id.pid, 'SIGTERM')
  for (const end = Date.now() + graceMs; isAlive(id) && Date.now() < end; ) await Bun.sleep(50)
  signalGroup(id.pid, 'SIGKILL')
}
