import { timeLimit } from './time-limit'

const most = 50

/**
 * One call for several: those that come while `run` is at work go together in the next one, which costs the database
 * little more than a single one. Who comes alone is served at once. When a run fails, it fails for all in it.
 */
export function together<Item, Result>(run: (items: Item[]) => Promise<Result[]>) {
  type Waiting = { item: Item; resolve(result: Result): void; reject(error: unknown): void }
  const line: Waiting[] = []
  let busy = false

  async function serve(): Promise<void> {
    busy = true
    for (let now = line.splice(0, most); now.length > 0; now = line.splice(0, most)) {
      try {
        const results = await timeLimit(run(now.map(({ item }) => item)))
        for (const [i, { resolve }] of now.entries()) resolve(results[i]!)
      } catch (error) {
        for (const { reject } of now) reject(error)
      }
    }
    busy = false
  }

  return (item: Item) =>
    new Promise<Result>((resolve, reject) => {
      line.push({ item, resolve, reject })
      if (!busy) void serve()
    })
}
