import { timeLimit, tooLate } from '@app/mongo'

type Limits = {
  /** So many go in one call at most. */
  most: number
  /** Calls under way at once: should one hang on a connection that died, the others go on. */
  lanes: number
  /** How long somebody stands in line, in milliseconds. Who gave up is not served any more. */
  patience: number
  /** How long a call may take, in milliseconds. */
  longest: number
}

/**
 * One call for several: those that come while every lane is busy go together in the next call, which costs the database
 * little more than a single one. Who comes alone is served at once. `run` answers each in his place, with an `Error` for
 * one that failed by itself; when it rejects, it fails for all in that call and nobody else.
 */
export function together<Item, Result>(
  run: (items: Item[]) => Promise<(Result | Error)[]>,
  { most, lanes, patience, longest }: Limits,
) {
  type Waiting = {
    item: Item
    resolve(result: Result): void
    reject(error: unknown): void
    timer: ReturnType<typeof setTimeout> | undefined
  }
  const line: Waiting[] = []
  let underWay = 0

  async function serve(group: Waiting[]): Promise<void> {
    for (const { timer } of group) clearTimeout(timer)
    try {
      const results = await timeLimit(run(group.map(({ item }) => item)), longest)
      for (const [i, { resolve, reject }] of group.entries()) {
        const result = results[i]
        if (result instanceof Error) reject(result)
        else resolve(result as Result)
      }
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  async function serveLine(): Promise<void> {
    underWay++
    while (line.length > 0) await serve(line.splice(0, most))
    underWay--
  }

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      const waiting: Waiting = { item, resolve, reject, timer: undefined }
      const giveUp = () => {
        line.splice(line.indexOf(waiting), 1)
        reject(tooLate())
      }
      line.push(waiting)
      if (underWay < lanes) void serveLine()
      else waiting.timer = setTimeout(giveUp, patience)
    })
}
