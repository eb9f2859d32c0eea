import { titleOf, wordsOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import type { NamedTable } from '#lib/detail-words'
import { schemasQuery } from './tables.api'

export type TableTitles = { name: string } & NamedTable

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
