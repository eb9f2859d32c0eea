import { AppError } from '@app/contracts/errors'

const pollMs = 100

/** The memory gate of a process: one holder of a file at a time. */
export function fileGate() {
  let isHeld = false
  const leave = () => {
    isHeld = false
  }
  return {
    /** Enters at once, or not at all. @returns leaves the gate */
    tryEnter(): (() => void) | undefined {
      if (isHeld) return undefined
      isHeld = true
      return leave
    },

    /** Does work inside. @throws AppError `unavailable` when the others take longer than `withinMs` */
    async hold<Result>(work: () => Promise<Result>, withinMs: number): Promise<Result> {
      const end = performance.now() + withinMs
      while (isHeld) {
        if (performance.now() > end) throw new AppError('unavailable', 'Other files are being read. Please try again.')
        await Bun.sleep(pollMs)
      }
      isHeld = true
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** Leaves the gate when what was to hold a file fails. */
export const releasing = (leave: () => void) => (error: unknown) => {
  leave()
  throw error
}
