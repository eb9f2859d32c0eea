import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = '/sys/fs/cgroup'

/** What a process has for itself, without the pages of files that the kernel may take back; in bytes. */
const ownMemory = (pid: number) =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/**
 * Takes a process into a group that may have so much memory; beyond it the kernel kills. Only root may, and not on every
 * machine: then it stays as it is.
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
      // What it has already stays on the account of the group it comes from.
      writeFileSync(join(folder, limit), String(bytes - ownMemory(pid)))
      writeFileSync(join(folder, 'cgroup.procs'), String(pid))
      return {
        lift() {
          try {
            writeFileSync(join(home, 'cgroup.procs'), String(pid))
          } catch {
            // It has ended.
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

/** Watches how much memory a process has for itself. */
export function watchMemory(pid: number) {
  let most = 0
  const look = () => {
    try {
      most = Math.max(most, ownMemory(pid))
    } catch {
      // It has ended, which is for others to notice.
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
