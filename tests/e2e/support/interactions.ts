/** Counts what a person does: a click, a tap, a key chord, a field. */
export function countInteractions() {
  const count = async (action: Promise<unknown>) => {
    count.total++
    await action
  }
  count.total = 0
  return count
}
