/**
 * So many may go at once; the others wait in line. More mails are claimed and made ready than are being sent, so that no
 * connection waits for the database.
 */
export function turns(atOnce: number) {
  let free = atOnce
  let closed = false
  const line: ((granted: boolean) => void)[] = []
  return {
    /** Resolves with true when it is one's turn, which `leave` ends; with false when no turns are given any more. */
    enter(): Promise<boolean> {
      if (closed) return Promise.resolve(false)
      if (free > 0) {
        free -= 1
        return Promise.resolve(true)
      }
      return new Promise((resolve) => line.push(resolve))
    },
    leave(): void {
      const next = line.shift()
      if (next) next(true)
      else free += 1
    },
    /** Sends home who waits. */
    close(): void {
      closed = true
      for (const waiting of line.splice(0)) waiting(false)
    },
  }
}

export type Turns = ReturnType<typeof turns>
