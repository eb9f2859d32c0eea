/** Gives a place back; more than once does no harm. */
export type Leave = () => void

type Options = {
  /** A place that is held for longer, in milliseconds, is free again: its holder is not expected to come back. */
  heldMs?: number
}

/** Limits how many hold a place at once. Those that wait enter in the order in which they came. */
export function gate(max: number, { heldMs }: Options = {}) {
  let free = max
  let isClosed = false
  const keys = new Set<string>()
  const waiting = new Set<(leave: Leave | undefined) => void>()

  function admit(key?: string): Leave {
    free -= 1
    if (key !== undefined) keys.add(key)
    let isInside = true
    const leave = () => {
      if (!isInside) return
      isInside = false
      clearTimeout(timer)
      free += 1
      if (key !== undefined) keys.delete(key)
      const [next] = waiting
      next?.(admit())
    }
    const timer = heldMs === undefined ? undefined : setTimeout(leave, heldMs)
    return leave
  }

  return {
    /** Enters at once or not at all; with a key also not while another holds a place by it. */
    tryEnter: (key?: string): Leave | undefined =>
      isClosed || free <= 0 || (key !== undefined && keys.has(key)) ? undefined : admit(key),

    /** Enters as soon as there is a place. `undefined` when there was none within this time, or the gate is closed. */
    async enter(withinMs?: number): Promise<Leave | undefined> {
      if (isClosed) return undefined
      if (free > 0) return admit()
      const { promise, resolve } = Promise.withResolvers<Leave | undefined>()
      const answer = (leave: Leave | undefined) => {
        waiting.delete(answer)
        clearTimeout(timer)
        resolve(leave)
      }
      const timer = withinMs === undefined ? undefined : setTimeout(() => answer(undefined), withinMs)
      waiting.add(answer)
      return promise
    },

    /** True if a place is held by this key. */
    holds: (key: string) => keys.has(key),

    /** Refuses all that wait or come later. */
    close(): void {
      isClosed = true
      for (const answer of waiting) answer(undefined)
    },
  }
}

export type Gate = ReturnType<typeof gate>
