import type { Descriptor } from '@app/table-schema/descriptor'
import { useQuery } from '@tanstack/react-query'
import { schemasQuery } from '../tables.api'

/** The descriptor of a table; undefined when it is not shown to this person. */
export function useSchema(table: string | undefined): Descriptor | undefined {
  const { data } = useQuery({ ...schemasQuery, staleTime: Number.POSITIVE_INFINITY })
  return data?.tables.find(({ name }) => name === table)
}
