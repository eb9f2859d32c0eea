import type { Descriptor } from '@app/table-schema/descriptor'
import { useQuery } from '@tanstack/react-query'
import { schemasQuery } from './tables.api'

/** The descriptors of the tables that are shown to this person. */
export const useSchemas = () => useQuery({ ...schemasQuery, staleTime: Number.POSITIVE_INFINITY })

/** The descriptor of a table; undefined when it is not shown to this person, and until it is loaded. */
export function useSchema(table: string | undefined): Descriptor | undefined {
  return useSchemas().data?.tables.find(({ name }) => name === table)
}
