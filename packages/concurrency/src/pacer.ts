/** Items handled at once: a few milliseconds, so that other requests are answered soon. */
export const chunkSize = 25

/** Rests this many times as long as the work before took: requests keep most of the processor and of the database. */
const pauseFactor = 2
/** Also after a chunk that had to wait for a slow database. */
const maxPauseMs = 200

/** Call it after each chunk of background work: it leaves time to requests, in proportion to how long the chunk took. */
export type Pause = () => Promise<void>

/** The work begins with the call, and again after each pause. */
export function pacer(sleep: (ms: number) => Promise<void> = Bun.sleep, now = () => performance.now()): Pause {
  let begunAt = now()
  return async () => {
    await sleep(Math.min((now() - begunAt) * pauseFactor, maxPauseMs))
    begunAt = now()
  }
}

/** The results for all items in their order, with a pause after each chunk. */
export async function mapInChunks<Item, Result>(
  items: readonly Item[],
  pause: Pause,
  work: (chunk: readonly Item[]) => readonly Result[] | Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += chunkSize) {
    results.push(...(await work(items.slice(at, at + chunkSize))))
    await pause()
  }
  return results
}
