import { fullGC } from 'bun:jsc'
import { openSync, readSync } from 'node:fs'
import { toWholeSecond } from '@app/concurrency/run-loop'

/** Far above what a process needs at rest and for usual requests, and far below the 256 MB of its container. */
export const collectFrom = 128 * 1024 * 1024
/** Looking wakes a process at rest, so it is seldom done while it is far from its limit, and less often while it does not grow. */
const calmMs = 1_000
const watchMs = 50
const watchFrom = collectFrom / 2
const grown = 1024 * 1024

let status: number | undefined
const text = Buffer.alloc(4096)

/** The memory that is the process's own; its program is shared with the page cache. 0 where the system does not say it. */
function ownBytes(): number {
  try {
    // Opened once: `readFileSync` opens the file each time, which takes several times as long.
    status ??= openSync('/proc/self/status', 'r')
    const length = readSync(status, text, 0, text.length, 0)
    return 1024 * Number(/^RssAnon:\s+(\d+)/m.exec(text.toString('latin1', 0, length))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** `Bun.gc` takes three times as long as `fullGC`, and returns free memory to the system. */
const collector = {
  own: ownBytes,
  collect(): void {
    fullGC()
  },
  collectAll(): void {
    Bun.gc(true)
  },
}

/**
 * Collects garbage once a process has grown to `first` bytes, and again for each eighth more; from a quarter more on, memory is returned to
 * the system as well. Left alone, the engine lets it grow to twice what is in use, whatever the container may use.
 */
export function memoryGuard(first = collectFrom, { own, collect, collectAll } = collector) {
  const more = first / 8
  const high = first + 2 * more
  let from = first
  let seen = 0
  let pauseMs = watchMs
  return {
    /** @returns after how many milliseconds to look again */
    check(): number {
      const held = own()
      // Freed memory is returned to the system little by little.
      from = Math.max(first, Math.min(from, held + more))
      pauseMs = held < seen + grown ? Math.min(calmMs, pauseMs * 2) : watchMs
      seen = held
      if (held < from) return held < watchFrom ? calmMs : pauseMs
      if (held < high) collect()
      else collectAll()
      from = Math.max(first, own() + more)
      return watchMs
    },
  }
}

/** Guards this process until it ends. `from`: the bytes from which on it collects. */
export function guardMemory(from?: number): void {
  const { check } = memoryGuard(from)
  const watch = () => void setTimeout(watch, toWholeSecond(check())).unref()
  watch()
}
