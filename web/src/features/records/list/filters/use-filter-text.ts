import { isReferrer } from '@app/table-schema/filter'
import { referencedTable } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import type { Filters } from '#lib/list-address'
import { filtersOf } from '../filters'
import { useLabels } from '../references/labels'
import { labelsQuery } from '../references/references.api'
import { useSchema } from '../use-schema'
import { chipText } from './chip-text'
import { linkedIds } from './link-filters'

const noTable = { name: '', properties: {} }

/** The filters of one field in words, with the names of the records that they refer to. */
export function useFilterText(schema: TableSchema, name: string, filters: Filters): string {
  const table = referencedTable(schema.properties[name]!)
  const referenced = useSchema(table)
  const inList = useLabels()[table ?? ''] ?? {}
  const ids = referenced ? linkedIds(name, filters) : []
  const isBack = isReferrer(name)
  const { data } = useQuery({ ...labelsQuery(referenced ?? noTable, ids, isBack), enabled: ids.length > 0 })
  const labelOf = (id: string) => data?.get(id)?.label ?? (isBack ? undefined : inList[id]?.label) ?? '…'
  return chipText(schema, name, filtersOf(filters, name), table === undefined ? undefined : labelOf)
}
