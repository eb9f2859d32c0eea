import type { RecordPage } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { TableExtension } from '#lib/table-extension'
import type { Columns } from '../columns/use-columns'
import type { ShowView, View } from '../list-view'
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
