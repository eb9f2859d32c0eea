/**
 * Limits how many holders there are at once; further callers wait in order. More mails are claimed and rendered than are
 * being sent, so that no SMTP connection waits for the database.
 */
export function semaphore(permits: number) {
  let free = permits
  let closed = false
  const waiting: ((acquired: boolean) => void)[] = []
  return {
    /** Resolves with true once a permit is held, to be returned by `release`; with false after `close`. */
    acquire(): Promise<boolean> {
      if (closed) return Promise.resolve(false)
      if (free > 0) {
        free -= 1
        return Promise.resolve(true)
      }
      return new Promise((resolve) => waiting.push(resolve))
    },
    release(): void {
      const next = waiting.shift()
      if (next) next(true)
      else free += 1
    },
    /** Refuses all waiting and future callers. */
    close(): void {
      closed = true
      for (const refuse of waiting.splice(0)) refuse(false)
    },
  }
}

export type Semaphore = ReturnType<typeof semaphore>
