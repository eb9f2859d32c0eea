import { titleOf, wordsOf } from '@app/table-schema/field'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { NamedTable } from '#lib/detail-words'
import { everyTable, type TableExtension, type TableExtensions } from '#lib/table-extension'
import { schemasQuery } from './tables.api'

type TableTitles = { name: string } & NamedTable

/** The tables that the user may see, for pages about records of several. */
export function useTableTitles(): TableTitles[] {
  const { data } = useQuery(schemasQuery)
  return (data?.tables ?? []).map(({ name, title, singular, properties }) => ({
    name,
    title: title ?? wordsOf(name),
    ...(singular && { one: singular }),
    fieldTitle: (field) => titleOf(field, properties[field]),
  }))
}

export const useSchemas = () => useQuery({ ...schemasQuery, staleTime: Number.POSITIVE_INFINITY })

/** The schema of a table; undefined when it is not shown to this person, and until it is loaded. */
export function useSchema(table: string | undefined): TableSchema | undefined {
  return useSchemas().data?.tables.find(({ name }) => name === table)
}

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
