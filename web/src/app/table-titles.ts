import { titleOf, wordsOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { schemasQuery } from '#features/list/tables.api'
import type { NamedTable } from '#lib/detail-words'

export type TableTitles = { name: string } & NamedTable

/** The tables that the user may see, for pages about records of several. */
export function useTableTitles(): TableTitles[] {
  const { data } = useQuery(schemasQuery)
  return (data?.tables ?? []).map(({ name, title, properties }) => ({
    name,
    title: title ?? wordsOf(name),
    fieldTitle: (field) => titleOf(field, properties[field]),
  }))
}
