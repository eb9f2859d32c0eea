import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'

/** Anonymous memory of a process in bytes, without reclaimable file pages. */
const ownMemory = (pid: number) =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/**
 * Puts a process into a cgroup with a memory limit, beyond which the kernel kills it. Needs root and a writable
 * cgroup tree; does nothing without them.
 */
export function limitMemory(pid: number, bytes: number) {
  const name = `archery-${pid}`
  const ways = [
    { folder: join(root, 'memory', name), limit: 'memory.limit_in_bytes', home: join(root, 'memory') },
    { folder: join(root, name), limit: 'memory.max', home: root },
  ]
  for (const { folder, limit, home } of ways) {
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    try {
      readFileSync(join(folder, limit))
      // Memory it already has stays charged to its former group.
      writeFileSync(join(folder, limit), String(bytes - ownMemory(pid)))
      writeFileSync(join(folder, 'cgroup.procs'), String(pid))
      return {
        lift() {
          try {
            writeFileSync(join(home, 'cgroup.procs'), String(pid))
          } catch {
            // The process has exited.
          }
          rmdirSync(folder)
        },
      }
    } catch {
      rmdirSync(folder)
    }
  }
  return { lift() {} }
}

/** Samples the anonymous memory of a process; `stop` returns the peak. */
export function watchMemory(pid: number) {
  let most = 0
  const look = () => {
    try {
      most = Math.max(most, ownMemory(pid))
    } catch {
      // The process has exited.
    }
  }
  const timer = setInterval(look, 20)
  return {
    stop(): number {
      clearInterval(timer)
      look()
      return most
    },
  }
}
