/** Runs a step for every item, a few at once. */
export async function eachLimited<T>(
  items: readonly T[],
  atOnce: number,
  step: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await step(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
