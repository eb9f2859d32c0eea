import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { schemasQuery } from './tables.api'

/** The schemas of the tables that are shown to this person. */
export const useSchemas = () => useQuery({ ...schemasQuery, staleTime: Number.POSITIVE_INFINITY })

/** The schema of a table; undefined when it is not shown to this person, and until it is loaded. */
export function useSchema(table: string | undefined): TableSchema | undefined {
  return useSchemas().data?.tables.find(({ name }) => name === table)
}
