/** Polls until the answer is neither `undefined` nor false. @throws after `timeout` ms, naming `what` and the last error */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>, timeout = 20_000): Promise<T> {
  const end = Date.now() + timeout
  for (;;) {
    const answer = await ask().catch(() => undefined)
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > end) throw new Error(`Waited ${timeout} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
