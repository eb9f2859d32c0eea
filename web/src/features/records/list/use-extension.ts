import { createContext, useContext } from 'react'
import { everyTable, type TableExtension, type TableExtensions } from '#lib/table-extension'

/** Additions to tables, by name; `app/modules.ts` collects them. */
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
