import type { TableRecord } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { useQueries, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { schemasQuery } from '../tables.api'
import { idsByTable, type Labels } from './labels'
import { labelsQuery } from './references.api'

export const LabelsContext = createContext<Labels>({})
export const useLabels = () => useContext(LabelsContext)

/** The descriptor of a table; undefined when it is not shown to this person. */
export function useSchema(table: string | undefined): Descriptor | undefined {
  const { data } = useQuery({ ...schemasQuery, staleTime: Number.POSITIVE_INFINITY })
  return data?.tables.find(({ name }) => name === table)
}

const none: readonly TableRecord[] = []

/** Labels for all references of some records: one query for each referenced table. */
export function useLabelsOf(schema: Descriptor, records: readonly TableRecord[] = none): Labels {
  const { data } = useQuery({ ...schemasQuery, staleTime: Number.POSITIVE_INFINITY })
  const wanted = [...idsByTable(schema, records)].flatMap(([table, ids]) => {
    const descriptor = data?.tables.find(({ name }) => name === table)
    return descriptor ? [{ descriptor, ids }] : []
  })
  return useQueries({
    queries: wanted.map(({ descriptor, ids }) => labelsQuery(descriptor, ids)),
    combine: (results) =>
      Object.fromEntries(
        results.flatMap(({ data: labels }, at) => (labels ? [[wanted[at]!.descriptor.name, labels] as const] : [])),
      ),
  })
}
