import { type Column, columns } from '@app/table-schema/cell'
import { titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'

/**
 * The columns of a list: the title field, the ones its extension puts first, the start of what a calendar shows, the others,
 * and the id last.
 */
export function listColumns(schema: TableSchema, leading: readonly string[] = []): Column[] {
  const first = [titleField(schema), ...leading, ...(schema.calendar ? [schema.calendar.start] : [])]
  const rank = ({ key }: Column) => {
    if (key === 'id') return Number.POSITIVE_INFINITY
    const at = first.indexOf(key)
    return at < 0 ? first.length : at
  }
  return columns(schema).toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)))
}
