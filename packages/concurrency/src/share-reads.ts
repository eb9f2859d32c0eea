/** A read that takes longer than this no longer delays the next one. */
const slowReadMs = 20

/** A read in progress, and the next one, which later callers wait for. */
type Reading<Value> = {
  result?: Promise<Value>
  hasBegun: boolean
  next?: { result: Promise<Value>; begin: () => void }
}

/**
 * Callers that ask for the same while it is being read share the next read. Every read starts after its callers asked, so none
 * receives a result older than its call.
 *
 * @param gathers starts each read a microtask later, so that callers that resume together share the first one
 */
export function shareReads<Value>({ gathers = false } = {}) {
  const readings = new Map<string, Reading<Value>>()

  function start(key: string, read: () => Promise<Value>): Promise<Value> {
    const reading: Reading<Value> = { hasBegun: false }
    readings.set(key, reading)
    const begin = () => {
      reading.hasBegun = true
      return read()
    }
    const result = gathers ? Promise.resolve().then(begin) : begin()
    reading.result = result
    const ended = () => {
      if (readings.get(key) !== reading) return
      readings.delete(key)
      reading.next?.begin()
    }
    result.then(ended, ended)
    return result
  }

  function wait(key: string, read: () => Promise<Value>) {
    const { promise, resolve } = Promise.withResolvers<Value>()
    const begin = () => {
      clearTimeout(timer)
      resolve(start(key, read))
    }
    const timer = setTimeout(begin, slowReadMs)
    return { result: promise, begin }
  }

  return (key: string, read: () => Promise<Value>): Promise<Value> => {
    const reading = readings.get(key)
    if (!reading) return start(key, read)
    if (!reading.hasBegun && reading.result) return reading.result
    reading.next ??= wait(key, read)
    return reading.next.result
  }
}

/**
 * Combines the keys requested while a read is in flight into one further read. Every read starts after its keys were
 * requested, so no caller receives a result older than its call.
 *
 * @param options `gathers` as of `shareReads`
 */
export function combineReads<Value>(
  readMany: (keys: string[]) => Promise<Map<string, Value>>,
  options: { gathers?: boolean } = {},
) {
  const share = shareReads<Map<string, Value>>(options)
  let requested = new Set<string>()
  const readRequested = () => {
    const keys = [...requested]
    requested = new Set()
    return readMany(keys)
  }
  return async (key: string): Promise<Value | undefined> => {
    requested.add(key)
    return (await share('', readRequested)).get(key)
  }
}
