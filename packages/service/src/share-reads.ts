/** A read that takes longer than this no longer delays the next one. */
const slowReadMs = 20

type Reading<Value> = { settled: Promise<unknown>; next?: Promise<Value> }

/**
 * Callers that ask for the same while it is being read share the next read. Every read starts after its callers asked, so none
 * receives a result older than its call.
 */
export function shareReads<Value>() {
  const readings = new Map<string, Reading<Value>>()

  function start(key: string, read: () => Promise<Value>): Promise<Value> {
    const result = read()
    const ended = () => {
      if (readings.get(key) === reading) readings.delete(key)
    }
    const reading: Reading<Value> = { settled: result.then(ended, ended) }
    readings.set(key, reading)
    return result
  }

  return (key: string, read: () => Promise<Value>): Promise<Value> => {
    const reading = readings.get(key)
    if (!reading) return start(key, read)
    reading.next ??= Promise.race([reading.settled, Bun.sleep(slowReadMs)]).then(() => start(key, read))
    return reading.next
  }
}
