import { wordsOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { schemasQuery } from '#features/tables/tables.api'

/** The tables that the user may see, for pages about records of several. */
export function useTableTitles(): { name: string; title: string }[] {
  const { data } = useQuery(schemasQuery)
  return (data?.tables ?? []).map(({ name, title }) => ({ name, title: title ?? wordsOf(name) }))
}

/** The description of one of them. */
export const useSchema = (table: string) => useQuery(schemasQuery).data?.tables.find(({ name }) => name === table)
