/** A read that takes longer than this holds up no others. */
const patience = 20

type Batch<Value> = {
  keys: Set<string>
  found: Promise<Map<string, Value>>
  settle(reading: Promise<Map<string, Value>>): void
  timer?: ReturnType<typeof setTimeout>
}

function newBatch<Value>(): Batch<Value> {
  let settle: Batch<Value>['settle'] = () => {}
  const found = new Promise<Map<string, Value>>((resolve) => {
    settle = resolve
  })
  return { keys: new Set(), found, settle }
}

/**
 * Makes one read of those that are asked for while another is under way. Each begins after it was asked for, so what was
 * true by then is seen: it costs the database less, and nobody gets an older answer.
 */
export function readTogether<Value>(readMany: (keys: string[]) => Promise<Map<string, Value>>) {
  let underWay = 0
  let next: Batch<Value> | undefined

  function start(batch: Batch<Value>): void {
    clearTimeout(batch.timer)
    if (next === batch) next = undefined
    underWay += 1
    const ended = () => {
      underWay -= 1
      if (underWay === 0 && next) start(next)
    }
    const reading = readMany([...batch.keys])
    reading.then(ended, ended)
    batch.settle(reading)
  }

  return async (key: string): Promise<Value | undefined> => {
    next ??= newBatch<Value>()
    const mine = next
    mine.keys.add(key)
    if (underWay === 0) start(mine)
    else mine.timer ??= setTimeout(() => start(mine), patience)
    return (await mine.found).get(key)
  }
}
