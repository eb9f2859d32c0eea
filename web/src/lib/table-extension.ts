import type { TableRecord } from '@app/contracts/tables'
import type { ComponentType } from 'react'
import type { Filters } from './list-address'

export type RecordPartProps = {
  record: TableRecord
  /** Reports unsaved input, which closing the dialog would lose. */
  onDirty: (dirty: boolean) => void
  /** The record was changed outside the form: form and lists reload it. */
  onChanged: () => void
  /** The record was deleted: the dialog closes. */
  onGone: () => void
}

/** What one table adds to the dashboard; everything is optional. */
export type TableExtension = {
  /** Behind the label of the table's tab, also while another tab is selected. */
  TabBadge?: ComponentType
  /** Above the search. */
  ListHead?: ComponentType<{ view: { filters: Filters; q: string } }>
  /** Columns shown first, after the id. */
  leading?: readonly string[]
  /** Components that replace the plain value in the cells of a column. */
  cells?: Readonly<Record<string, ComponentType<{ record: TableRecord }>>>
  /** Above and below the form of a record. */
  RecordHead?: ComponentType<RecordPartProps>
  RecordTail?: ComponentType<RecordPartProps>
}

export type TableExtensions = Readonly<Record<string, TableExtension>>
