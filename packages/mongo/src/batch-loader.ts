/** A read that takes longer than this no longer delays the next batch. */
const slowReadMs = 20

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
 * Combines the keys requested while a read is in flight into one further read. Every read starts after its keys were
 * requested, so no caller receives a result older than its call.
 */
export function createBatchLoader<Value>(readMany: (keys: string[]) => Promise<Map<string, Value>>) {
  let inFlight = 0
  let next: Batch<Value> | undefined

  function start(batch: Batch<Value>): void {
    clearTimeout(batch.timer)
    if (next === batch) next = undefined
    inFlight += 1
    const ended = () => {
      inFlight -= 1
      if (inFlight === 0 && next) start(next)
    }
    const reading = readMany([...batch.keys])
    reading.then(ended, ended)
    batch.settle(reading)
  }

  return async (key: string): Promise<Value | undefined> => {
    next ??= newBatch<Value>()
    const batch = next
    batch.keys.add(key)
    if (inFlight === 0) start(batch)
    else batch.timer ??= setTimeout(() => start(batch), slowReadMs)
    return (await batch.found).get(key)
  }
}
