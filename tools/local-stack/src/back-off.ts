/** Exponential back-off between restarts: 0.5 s doubling to 10 s, reset after 30 s of health. */
export function createBackOff({ firstMs = 500, maxMs = 10_000, healthyAfterMs = 30_000 } = {}) {
  let next = firstMs
  return (readyForMs: number): number => {
    if (readyForMs >= healthyAfterMs) next = firstMs
    const wait = next
    next = Math.min(next * 2, maxMs)
    return wait
  }
}
