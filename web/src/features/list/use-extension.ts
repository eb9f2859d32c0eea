import { createContext, useContext } from 'react'
import { everyTable, type TableExtension, type TableExtensions } from '#lib/table-extension'

/** What tables add to the dashboard, by the name of the table; the app registers it. */
export const ExtensionsContext = createContext<TableExtensions>({})

/** Looks up what a table adds to the dashboard, together with what is added to every table. */
export function useExtensions() {
  const extensions = useContext(ExtensionsContext)
  return (table: string): TableExtension => {
    const own = Object.hasOwn(extensions, table) ? extensions[table] : undefined
    const common = extensions[everyTable]
    return { ...common, ...own, recordSections: [...(own?.recordSections ?? []), ...(common?.recordSections ?? [])] }
  }
}

export const useExtension = (table: string) => useExtensions()(table)
