/** Enough to keep the database busy, few enough not to slow down other requests. */
const few = 8

/** Calls `work` with every item, a few at a time. Resolves with the results in order. */
export async function fewAtOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += few)
    results.push(...(await Promise.all(items.slice(at, at + few).map(work))))
  return results
}
