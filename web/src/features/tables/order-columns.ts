import type { Column } from '@app/table-schema/cell'

/** The columns of a table in the order its extension asks for. */
export function orderColumns(columns: readonly Column[], leading: readonly string[] = []): Column[] {
  const first = leading.flatMap((key) => columns.filter((column) => column.key === key))
  const [id, ...others] = columns.filter((column) => !first.includes(column))
  return id ? [id, ...first, ...others] : first
}
