import { titleOf, wordsOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { schemasQuery } from '#features/list/tables.api'

export type TableTitles = { name: string; title: string; fieldTitle: (field: string) => string }

/** The tables that the user may see, for pages about records of several. */
export function useTableTitles(): TableTitles[] {
  const { data } = useQuery(schemasQuery)
  return (data?.tables ?? []).map(({ name, title, properties }) => ({
    name,
    title: title ?? wordsOf(name),
    fieldTitle: (field) => titleOf(field, properties[field]),
  }))
}
