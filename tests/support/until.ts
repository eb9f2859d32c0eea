const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Polls until the answer is neither `undefined` nor false. The limit ends what stands still, and measures nothing.
 * @throws after `timeout` ms, naming `what` and the last error
 */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>, timeout = 200_000): Promise<T> {
  const end = Date.now() + timeout
  for (;;) {
    let cause: unknown
    const answer = await ask().catch((error) => {
      cause = error
      return undefined
    })
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > end) throw new Error(`Timed out after ${timeout} ms waiting for ${what}`, { cause })
    await pause(100)
  }
}

/** Waits for a promise. @throws after `timeout` ms, naming `what`; the work itself is not cancelled */
export async function within<T>(what: string, timeout: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`Timed out after ${timeout} ms waiting for ${what}`)), timeout)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
