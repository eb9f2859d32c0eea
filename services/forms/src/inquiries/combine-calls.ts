import { databaseBusy, timeLimit } from '@app/mongo'

type Limits = {
  /** Items in one call at most. */
  maxItems: number
  /** Concurrent calls: should one hang on a dead connection, the others continue. */
  maxCalls: number
  /** The longest time that an item may wait for its call, in milliseconds. An item that timed out is not processed. */
  queueTimeoutMs: number
  /** The longest time that a call may take, in milliseconds. */
  callTimeoutMs: number
  /** Begins a call a microtask later, so that items which are added together share the first one already. */
  gathers?: boolean
}

/**
 * Combines calls: items that arrive while all calls are busy share the next one, which costs the database
 * little more than a single item. A lone item is processed at once. `run` returns one result per item in order, an `Error`
 * for an item that failed on its own; a rejection fails every item of that call.
 */
export function combineCalls<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  { maxItems, maxCalls, queueTimeoutMs, callTimeoutMs, gathers = false }: Limits,
) {
  type Waiting = {
    item: Item
    resolve(result: Result): void
    reject(error: unknown): void
    timer: ReturnType<typeof setTimeout> | undefined
  }
  const queue: Waiting[] = []
  let activeCalls = 0

  async function runTogether(waiting: Waiting[]): Promise<void> {
    for (const { timer } of waiting) clearTimeout(timer)
    try {
      const results = await timeLimit(run(waiting.map(({ item }) => item)), callTimeoutMs)
      for (const [i, { resolve, reject }] of waiting.entries()) {
        const result = results[i]
        if (result instanceof Error) reject(result)
        else resolve(result as Result)
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error)
    }
  }

  async function drainQueue(): Promise<void> {
    activeCalls++
    if (gathers) await undefined
    while (queue.length > 0) await runTogether(queue.splice(0, maxItems))
    activeCalls--
  }

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      const waiting: Waiting = { item, resolve, reject, timer: undefined }
      const timeOut = () => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(databaseBusy())
      }
      queue.push(waiting)
      if (activeCalls < maxCalls) void drainQueue()
      else waiting.timer = setTimeout(timeOut, queueTimeoutMs)
    })
}
