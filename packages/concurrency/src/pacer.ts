import { setImmediate } from 'node:timers/promises'

/** Items handled at once: a few milliseconds, so that other requests are answered soon. */
export const chunkSize = 50

/** Rests this many times as long as the work before took: requests keep most of the processor and of the database. */
const pauseFactor = 2
/** Also after a chunk that had to wait for a slow database. */
const defaultMaxPauseMs = 200

/** Call it after each chunk of background work: it leaves time to requests, in proportion to how long the chunk took. */
export type Pause = () => Promise<void>

const clock = { now: () => performance.now(), sleep: (ms: number) => Bun.sleep(ms) }

/**
 * The work begins with the call, and again after each pause.
 *
 * @param options `fullSpeedMs`: for so long there are no pauses
 */
export function pacer(
  { fullSpeedMs = Number.NEGATIVE_INFINITY, maxPauseMs = defaultMaxPauseMs } = {},
  { now, sleep } = clock,
): Pause {
  const startedAt = now()
  let begunAt = startedAt
  return async () => {
    if (now() - startedAt > fullSpeedMs) await sleep(Math.min((now() - begunAt) * pauseFactor, maxPauseMs))
    // What waits in this process is served also at full speed.
    else await setImmediate()
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
