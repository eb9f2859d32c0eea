/** How many are left when none is left, or when they have not become fewer for `timeoutMs`. */
export async function untilNoneLeft(
  count: () => Promise<number>,
  { timeoutMs, intervalMs }: { timeoutMs: number; intervalMs: number },
): Promise<number> {
  let fewest = Number.POSITIVE_INFINITY
  let fewerAt = performance.now()
  for (;;) {
    const left = await count()
    if (left < fewest) {
      fewest = left
      fewerAt = performance.now()
    }
    if (left === 0 || performance.now() - fewerAt > timeoutMs) return left
    await Bun.sleep(intervalMs)
  }
}
