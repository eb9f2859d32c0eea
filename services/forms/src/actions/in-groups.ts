type Options = {
  /** Groups at work at the same time. */
  maxGroups: number
  /** A group that takes longer than this, in milliseconds, no longer delays the next one. */
  slowMs: number
}
type Group = { members: number; timer: ReturnType<typeof setTimeout> | undefined }

/**
 * Lets work through in groups: what arrives while `maxGroups` are at work makes the next group, and work that arrives while
 * fewer are starts at once. The members of a group take each of their steps together, so that batched calls hold all of them.
 */
export function inGroups({ maxGroups, slowMs }: Options) {
  let waiting: ((group: Group) => void)[] = []
  let active = 0

  function end(group: Group): void {
    if (!group.timer) return
    clearTimeout(group.timer)
    group.timer = undefined
    // A turn later: work that follows directly from what just ended belongs to the next group as a whole.
    setImmediate(() => {
      active--
      startNext()
    })
  }

  function startNext(): void {
    if (waiting.length === 0 || active >= maxGroups) return
    const members = waiting
    waiting = []
    active++
    const group: Group = { members: members.length, timer: setTimeout(() => end(group), slowMs) }
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
