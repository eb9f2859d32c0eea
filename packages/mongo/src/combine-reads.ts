import { shareReads } from '@app/concurrency/share-reads'

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
