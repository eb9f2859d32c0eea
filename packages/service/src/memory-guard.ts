import { readFileSync } from 'node:fs'

/** Far above what a process needs at rest and for usual requests, and far below the 256 MB of its container. */
export const collectFrom = 128 * 1024 * 1024
/** What may be added after a collection before the next one. */
export const collectAfter = 16 * 1024 * 1024
const watchMs = 50

/** The memory that is the process's own; its program is shared with the page cache. 0 where the system does not say it. */
function ownBytes(): number {
  try {
    return 1024 * Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Collects garbage once a process has grown. Left alone, the engine lets it grow to twice what is in use, whatever the container may use. */
export function memoryGuard({ own, collect } = { own: ownBytes, collect: () => void Bun.gc(true) }) {
  let from = collectFrom
  return {
    check(): void {
      if (own() < from) return
      collect()
      from = Math.max(collectFrom, own() + collectAfter)
    },
  }
}

/** Guards this process until it ends. */
export function guardMemory(): void {
  setInterval(memoryGuard().check, watchMs).unref()
}
