/** A read that takes longer than this no longer delays the next one. */
const slowReadMs = 20

/** A read in flight, and the one that those who asked since then wait for. */
type Reading<Value> = { next?: { result: Promise<Value>; begin: () => void } }

/**
 * Callers that ask for the same while it is being read share the next read. Every read starts after its callers asked, so none
 * receives a result older than its call.
 */
export function shareReads<Value>() {
  const readings = new Map<string, Reading<Value>>()

  function start(key: string, read: () => Promise<Value>): Promise<Value> {
    const reading: Reading<Value> = {}
    readings.set(key, reading)
    const result = read()
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
    reading.next ??= wait(key, read)
    return reading.next.result
  }
}
