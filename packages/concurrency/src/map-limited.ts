/** Enough to keep the database busy, few enough not to slow down other requests. */
const maxConcurrent = 8

/** Calls `work` with every item, at most 8 at a time. Resolves with the results in order. */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += maxConcurrent)
    results.push(...(await Promise.all(items.slice(at, at + maxConcurrent).map(work))))
  return results
}
