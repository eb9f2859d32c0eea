import { comparable } from '@app/contracts/comparable'
import { isAboutPeople, type TableSchema, titleField } from '@app/table-schema'
import type { Lookups } from './import-lookups'
import type { RowOutcome } from './row-outcome'

const nameKey = (value: unknown) => comparable(String(value))

/**
 * Marks new records whose name another record or an earlier row has.
 *
 * @param keys the fields that rows are matched by: a name that is one of them alone identifies the record
 */
export function duplicateFinder(
  schema: TableSchema,
  keys: readonly string[],
  { existing }: Pick<Lookups, 'existing'>,
): (outcomes: readonly RowOutcome[]) => Promise<RowOutcome[]> {
  const title = titleField(schema)
  if (!title || (keys.length === 1 && keys[0] === title) || !isAboutPeople(schema)) return async (all) => [...all]
  const rows = new Map<string, number>()
  return async (outcomes) => {
    const names = outcomes.flatMap((each) => (each.action === 'create' ? (each.values[title] ?? []) : []))
    const records = names.length > 0 ? await existing(title, names) : []
    const ids = new Map(records.map((record) => [nameKey(record[title]), record.id]))
    return outcomes.map((each) => {
      if (each.action !== 'create' || !each.values[title]) return each
      const key = nameKey(each.values[title])
      const id = ids.get(key)
      const sameAsRow = rows.get(key)
      if (sameAsRow === undefined) rows.set(key, each.row)
      if (id === undefined && sameAsRow === undefined) return each
      const name = String(each.values[title])
      return { ...each, duplicate: { name, ...(id === undefined ? { sameAsRow: sameAsRow! } : { id }) } }
    })
  }
}
