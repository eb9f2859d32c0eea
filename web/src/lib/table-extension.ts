import type { TableRecord } from '@app/contracts/tables'
import type { ComponentType } from 'react'
import type { Filters } from './list-address'

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
  ListHead?: ComponentType<{ view: { filters: Filters; q: string } }>
  /** The columns that come first, behind the id. */
  leading?: readonly string[]
  /** What cells of a column show in the place of the plain value. */
  cells?: Readonly<Record<string, ComponentType<{ record: TableRecord }>>>
  /** Above and below the form of a record. */
  RecordHead?: ComponentType<RecordPartProps>
  RecordTail?: ComponentType<RecordPartProps>
}

export type TableExtensions = Readonly<Record<string, TableExtension>>
