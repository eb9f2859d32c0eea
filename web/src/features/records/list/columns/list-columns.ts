import { type Column, columns } from '@app/table-schema/cell'
import { titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'

/**
 * The columns of a list: the title field, the ones its extension puts first, the start of what a calendar shows, the others, the ones
 * its extension puts last, and the id.
 */
export function listColumns(
  schema: TableSchema,
  leading: readonly string[] = [],
  trailing: readonly string[] = [],
): Column[] {
  const first = [titleField(schema), ...leading, ...(schema.calendar ? [schema.calendar.start] : [])]
  const rank = ({ key }: Column) => {
    if (key === 'id') return Number.POSITIVE_INFINITY
    const at = first.indexOf(key)
    const end = trailing.indexOf(key)
    return at < 0 ? first.length + 1 + end : at
  }
  return columns(schema).toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}
