import type { TableSchema } from '@app/contracts/table-schema'
import type { TableRecord } from '@app/contracts/tables'
import type { QueryFunction } from '@tanstack/react-query'
import { useStore } from 'jotai'
import type { ComponentType, ReactNode } from 'react'
import type { Filters } from './list-address'
import { type Rights, useRights } from './rights'
import type { Sort } from './sort'

export type RecordPartProps = {
  schema: TableSchema
  record: TableRecord
  /** Reports unsaved input, which closing the dialog would lose. */
  onDirty: (dirty: boolean) => void
  /** The record was changed outside the form: form and lists reload it. */
  onChanged: () => void
  /** The record was deleted: the dialog closes. */
  onGone: () => void
}

/** A section of the record panel below its details, such as its history. */
type RecordSection = { key: string; label: string; Section: ComponentType<RecordPartProps> }

type QuickValue = { label: string; value: () => unknown }

/** Which records: the chosen ids, or all that match a list query, of which `expected` were shown. */
export type RecordTarget = { ids: string[] } | { query: string; expected: number }

/** The records that a bulk action works on; no `target` when none is left. `isEverything`: all that match the list. */
export type SelectedRecords = {
  table: string
  count: number
  isEverything: boolean
  target: () => RecordTarget | undefined
  onDone: () => void
}

export type HeadingActionProps = {
  schema: TableSchema
  onChanged: () => void
  undoBatch: (id: string) => void
  /** Shown instead of the button, with what it does, if the table has it. */
  children?: (run: (() => void) | undefined) => ReactNode
}

/** A change that was saved: the changed values of some records; `before` where there is one record. */
export type RecordChange = {
  schema: TableSchema
  ids: readonly string[]
  changes: Readonly<Record<string, unknown>>
  before?: TableRecord
}

type Store = ReturnType<typeof useStore>
/** A follow-up of a change, such as writing to the people it concerns. `keep` notes it for later, when the offer is gone. */
export type FollowUp = { label: string; run: (store: Store) => void; keep?: (store: Store) => void }

/** A query as TanStack takes it. It must not read another one: when that is canceled, it would load forever. */
export type OpeningQuery = {
  queryKey: readonly unknown[]
  queryFn?: QueryFunction
  select(answer: unknown): { filters: Filters; sort: Sort | null } | null
}

/** Something that is offered in words, with a button. */
export type Offer = { text: string; action: { label: string; run: () => void } }

/** Additions to one table of the dashboard; everything is optional. */
export type TableExtension = {
  /** Behind the label of the table's tab, also while another tab is selected. */
  TabBadge?: ComponentType
  /** Before "Export CSV" in the heading of the list. */
  HeadingActions?: ComponentType<HeadingActionProps>
  /** Next to the columns of the list. */
  ListTool?: ComponentType<{ schema: TableSchema }>
  /** Above the search. */
  ListHead?: ComponentType<{ view: { filters: Filters; q: string } }>
  /** The filters and order of the list when it is opened, unless the user has a default view: what `select` makes of an answer. */
  opensWith?: OpeningQuery
  /** Columns shown first, after the title. */
  leading?: readonly string[]
  /** Columns shown last, before the id. */
  trailing?: readonly string[]
  /** Widths in pixels of columns whose cells show more than their value. */
  widths?: Readonly<Record<string, number>>
  /** Components that replace the plain value in the cells of a column. */
  cells?: Readonly<Record<string, ComponentType<{ record: TableRecord }>>>
  /** Components that replace the plain value of a field in the panel. */
  details?: Readonly<Record<string, ComponentType<{ record: TableRecord }>>>
  /** Titles of this table's records in the record that a field of theirs refers to, by that field: `{ instructor: 'Lessons' }`. */
  referrerTitles?: Readonly<Record<string, string>>
  /** Above and below the details of a record in its panel. */
  RecordHead?: ComponentType<RecordPartProps>
  RecordTail?: ComponentType<RecordPartProps>
  /** Below the fields of the form: notes on the values as they are typed. `id` is missing for a new record. */
  FormNotes?: ComponentType<{ id: string | undefined; values: Readonly<Record<string, unknown>> }>
  /** Fields that `RecordHead` shows, so that the details leave them out. */
  shownInHead?: readonly string[]
  /** Fields that a new record's form leaves out: they are filled in later. */
  laterFields?: readonly string[]
  /** Values that the form offers below a field, by field. */
  quickValues?: Readonly<Record<string, readonly QuickValue[]>>
  recordSections?: readonly RecordSection[]
  /** Offered where a change is reported. */
  followUp?: (change: RecordChange, may: Rights) => FollowUp | undefined
  /** Said once a record has been created in its form. */
  afterCreate?: () => Offer | undefined
  /** Buttons in the bar of selected rows. */
  BulkActions?: ComponentType<SelectedRecords>
  /** Keys for the selected rows, or for the row that has the focus when none is selected. Shows nothing. */
  BulkKeys?: ComponentType<SelectedRecords>
}

/** The key of what is added to every table. */
export const everyTable = '*'

export type TableExtensions = Readonly<Record<string, TableExtension>>

/** Additions of a feature to the dashboard, listed by `app/modules.ts`. Its pages are in `app/staff-files.ts`. */
export type FeatureModule = {
  /** By the name of the table. Two features may add to the same table, but not the same thing. */
  tables?: TableExtensions
  /** Next to every page of the dashboard, such as a dialog that several pages open. */
  Host?: ComponentType
}

/** Returns what the toast of a change offers besides its undo. */
export function useFollowUp(followUp: TableExtension['followUp']) {
  const store = useStore()
  const may = useRights()
  return (change: RecordChange | undefined): { action?: { label: string; run: () => void } } => {
    const offered = change && followUp?.(change, may)
    offered?.keep?.(store)
    return offered ? { action: { label: offered.label, run: () => offered.run(store) } } : {}
  }
}
