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
