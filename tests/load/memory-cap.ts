import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { family } from './process-time'

const root = '/sys/fs/cgroup'
const isUnified = existsSync(join(root, 'cgroup.controllers'))
/** The same limit under the names of cgroup v2 and v1. */
const files = isUnified
  ? { parent: root, limit: 'memory.max', most: 'memory.peak', events: 'memory.events' }
  : {
      parent: join(root, 'memory'),
      limit: 'memory.limit_in_bytes',
      most: 'memory.max_usage_in_bytes',
      events: 'memory.oom_control',
    }

const heldBy = (pid: number) =>
  1024 * Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

/**
 * Puts a running process under a limit of memory that the kernel enforces, as a container would. Needs root.
 * `kills` are those by the kernel because of the limit.
 */
export function capMemory(name: string, pid: number, bytes: number) {
  const folder = join(files.parent, `${name}-${process.pid}`)
  mkdirSync(folder)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  // The kernel counts only what is taken from here on, so what they hold already is taken off the limit.
  const processes = family(pid)
  const held = processes.reduce((sum, one) => sum + heldBy(one), 0)
  writeFileSync(join(folder, files.limit), String(Math.max(0, bytes - held)))
  for (const one of processes) writeFileSync(join(folder, 'cgroup.procs'), String(one))
  return {
    most: () => held + Number(read(files.most)),
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(files.events))?.[1] ?? 0),
    remove: () => rmdirSync(folder),
  }
}
