import { wordsOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { schemasQuery } from '#features/list/tables.api'

/** The tables that rights are given for. That of people is for admins alone. */
export function useSharedTables(): { name: string; title: string }[] {
  const { data } = useQuery(schemasQuery)
  const shared = (data?.tables ?? []).filter(({ name }) => name !== 'users')
  return shared.map(({ name, title }) => ({ name, title: title ?? wordsOf(name) }))
}
