import { websiteRight } from '@app/contracts/website/right'
import { wordsOf } from '@app/table-schema/field'
import { useQuery } from '@tanstack/react-query'
import { schemasQuery } from '#features/records/list/tables.api'

type SharedTable = { name: string; title: string; hasNoExport?: boolean }

/** The tables that rights are given for, and the website, whose right is kept like that on a table. That of people is for admins alone. */
export function useSharedTables(): SharedTable[] {
  const { data } = useQuery(schemasQuery)
  if (!data) return []
  const shared = data.tables.filter(({ name }) => name !== 'users')
  const tables = shared.map(({ name, title }) => ({ name, title: title ?? wordsOf(name) }))
  return [...tables, { name: websiteRight, title: 'Website', hasNoExport: true }]
}
