/**
 * Settles as `work` does, or rejects after `ms` with the error that `timeoutError` makes. The work itself is not stopped;
 * its late outcome is ignored.
 */
export async function withTimeout<Result>(
  work: Promise<Result>,
  ms: number,
  timeoutError: () => Error = () => new Error(`timed out after ${ms} ms`),
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), ms)
  })
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer))
}

/** True when `work` succeeds within `ms`; false when it fails or takes longer. */
export const succeedsWithin = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  withTimeout(work, ms).then(
    () => true,
    () => false,
  )
