import { databaseBusy, timeLimit } from '@app/mongo'

type Options = {
  /** Groups at work at the same time. */
  maxGroups: number
  /** A group that takes longer than this, in milliseconds, no longer delays the next one. */
  slowMs: number
}
type Group = { members: number; isLarge: boolean; timer: ReturnType<typeof setTimeout> | undefined }

/** After a group of several the next one gathers for this long, in milliseconds: those just answered send their next work. */
const gatherMs = 1

/**
 * Lets work through in groups: what arrives while a group of several or `maxGroups` groups are at work makes the next group, and
 * other work starts at once. The members of a group take each of their steps together, so that combined calls hold all of them.
 */
export function inGroups({ maxGroups, slowMs }: Options) {
  let waiting: ((group: Group) => void)[] = []
  let active = 0
  /** Active groups of several members: next to one, a further group would only make both smaller. */
  let activeLarge = 0

  function end(group: Group): void {
    if (!group.timer) return
    clearTimeout(group.timer)
    group.timer = undefined
    const next = () => {
      active--
      if (group.isLarge) activeLarge--
      startNext()
    }
    // A turn later: work that follows directly from what just ended belongs to the next group as a whole.
    if (group.isLarge) setTimeout(next, gatherMs)
    else setImmediate(next)
  }

  function startNext(): void {
    if (waiting.length === 0 || active >= maxGroups || activeLarge > 0) return
    const members = waiting
    waiting = []
    active++
    const isLarge = members.length > 1
    if (isLarge) activeLarge++
    const group: Group = { members: members.length, isLarge, timer: setTimeout(() => end(group), slowMs) }
    for (const start of members) start(group)
  }

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const group = await new Promise<Group>((resolve) => {
      waiting.push(resolve)
      startNext()
    })
    try {
      return await work()
    } finally {
      if (--group.members === 0) end(group)
    }
  }
}

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
