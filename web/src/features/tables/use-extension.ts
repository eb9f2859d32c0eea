import { createContext, useContext } from 'react'
import type { TableExtension, TableExtensions } from '#lib/table-extension'

const none: TableExtension = {}

/** What tables add to the dashboard, by the name of the table; the app registers it. */
export const ExtensionsContext = createContext<TableExtensions>({})

/** Looks up what a table adds to the dashboard; most tables add nothing. */
export function useExtensions() {
  const extensions = useContext(ExtensionsContext)
  return (table: string): TableExtension => (Object.hasOwn(extensions, table) ? extensions[table]! : none)
}

export const useExtension = (table: string) => useExtensions()(table)
