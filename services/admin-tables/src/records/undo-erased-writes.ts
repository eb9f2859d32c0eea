import { recordKey } from './erasure-store'
import { personTables } from './person-records'
import { recordNotFound } from './record-not-found'
import type { Outcome, Reason, Write, WriteDeps } from './write'

/**
 * A write that overlaps with an erasure counts as earlier. Either the erasure finds what was written, or the write, which looks
 * after it has written, finds the erasure: then it is undone and reports that the record does not exist.
 */
export async function undoErasedWrites(
  { erasures, persons, trash }: Pick<WriteDeps, 'erasures' | 'persons' | 'trash'>,
  { scope }: Pick<Reason, 'scope'>,
  begun: Date,
  writes: readonly Write[],
  outcomes: readonly Outcome[],
): Promise<Outcome[]> {
  const keys = outcomes.map((one, at) => recordKey(writes[at]!.table, one.id))
  const written = keys.filter((_, at) => {
    const one = outcomes[at]!
    return personTables.includes(writes[at]!.table) && !('error' in one) && one.isChanged
  })
  if (written.length === 0) return [...outcomes]
  const lost = new Set<string>()
  for (const erasure of await erasures.overlapping(begun)) {
    const held = await persons.holding(written, erasure)
    await erasures.add(erasure, held)
    await persons.remove(held)
    for (const key of held) lost.add(key)
  }
  return Promise.all(
    outcomes.map(async (one, at) =>
      lost.has(keys[at]!) ? { id: one.id, error: await recordNotFound(trash, writes[at]!.table, one.id, scope) } : one,
    ),
  )
}
