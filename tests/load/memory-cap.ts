import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

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

/** A process and all that it has started. */
function family(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(family)]
}

/**
 * Puts a running process under a limit of memory that the kernel enforces, as a container would. Needs root.
 * `kills` are those by the kernel because of the limit.
 */
export function capMemory(name: string, pid: number, bytes: number) {
  const folder = join(files.parent, `${name}-${process.pid}`)
  mkdirSync(folder)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  writeFileSync(join(folder, files.limit), String(bytes))
  // Of v1: what the process holds already counts, too. v2 counts only what it takes from here on.
  if (!isUnified) writeFileSync(join(folder, 'memory.move_charge_at_immigrate'), '3')
  for (const one of family(pid)) writeFileSync(join(folder, 'cgroup.procs'), String(one))
  return {
    most: () => Number(read(files.most)),
    kills: () => Number(/^oom_kill (\d+)$/m.exec(read(files.events))?.[1] ?? 0),
    remove: () => rmdirSync(folder),
  }
}
