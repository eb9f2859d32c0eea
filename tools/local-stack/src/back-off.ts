/** Waits between restarts: 0.5 s, doubled to at most 10 s, and back to 0.5 s after half a minute of health. */
export function createBackOff({ first = 500, most = 10_000, healthyAfter = 30_000 } = {}) {
  let next = first
  return (readyForMs: number): number => {
    if (readyForMs >= healthyAfter) next = first
    const wait = next
    next = Math.min(next * 2, most)
    return wait
  }
}
