import type { RecordPage } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { newRecord } from '#lib/list-address'
import { useMayEdit } from '#lib/rights'
import type { TableExtension } from '#lib/table-extension'
import type { Columns } from '../columns/use-columns'
import { opened, type ShowView, type View } from '../list-view'
import type { SavedViews } from '../saved-views/use-saved-views'

/** The list on screen: its table, what the address says about it, and one page of records. */
export type List = {
  schema: TableSchema
  view: View
  show: ShowView
  page: UseQueryResult<RecordPage>
  columns: Columns
  saved: SavedViews
  extension: TableExtension
}

export const ListContext = createContext<List | null>(null)

export function useList(): List {
  const list = useContext(ListContext)
  if (!list) throw new Error('useList is called outside a ListProvider')
  return list
}

/** Opens the form of a new record; undefined for users without the right, and where records are created automatically. */
export function useAddRecord(): (() => void) | undefined {
  const { schema, show } = useList()
  const mayEdit = useMayEdit(schema.name)
  return mayEdit && schema.creatable !== false ? () => show({ record: newRecord }, opened) : undefined
}
