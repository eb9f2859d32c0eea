import type { TableRecord } from '@app/contracts/tables'
import type { Column } from '@app/table-schema/cell'
import type { ComponentType } from 'react'
import type { View } from './list-view'

export type RecordPartProps = {
  record: TableRecord
  /** Whether something typed here would be lost with the window. */
  onDirty: (dirty: boolean) => void
  /** The record was changed beside the form: form and lists take that over. */
  onChanged: () => void
  /** The record is no more: the window closes. */
  onGone: () => void
}

/** What one table adds to the dashboard. Whatever is left out is as for every other table. */
export type TableExtension = {
  /** In the tab, behind its label; also while another tab is open. */
  TabBadge?: ComponentType
  /** Above the search. */
  ListHead?: ComponentType<{ view: View }>
  /** The columns that come first, behind the id. */
  leading?: readonly string[]
  /** What cells of a column show in the place of the plain value. */
  cells?: Readonly<Record<string, ComponentType<{ record: TableRecord }>>>
  /** Above and below the form of a record. */
  RecordHead?: ComponentType<RecordPartProps>
  RecordTail?: ComponentType<RecordPartProps>
}

/** The columns of a table in the order its extension asks for. */
export function orderColumns(columns: readonly Column[], leading: readonly string[] = []): Column[] {
  const first = leading.flatMap((key) => columns.filter((column) => column.key === key))
  const [id, ...others] = columns.filter((column) => !first.includes(column))
  return id ? [id, ...first, ...others] : first
}
