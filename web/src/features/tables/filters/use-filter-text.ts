import type { Descriptor } from '@app/table-schema/descriptor'
import { referencedTable } from '@app/table-schema/references'
import { useQuery } from '@tanstack/react-query'
import type { Filters } from '#lib/list-address'
import { labelsQuery } from '../references/references.api'
import { useSchema } from '../references/use-schema'
import { chipText } from './chip-text'
import { chosenValues } from './choice-filter'
import { filtersOf } from './filters'

const noTable = { name: '', properties: {} }

/** The filters of one field in words, with the names of the records that they refer to. */
export function useFilterText(schema: Descriptor, name: string, filters: Filters): string {
  const referenced = useSchema(referencedTable(schema.properties[name]!))
  const ids = referenced ? chosenValues(name, filters) : []
  const { data } = useQuery({ ...labelsQuery(referenced ?? noTable, ids), enabled: ids.length > 0 })
  return chipText(schema, name, filtersOf(filters, name), referenced && ((id) => data?.get(id)?.label ?? '…'))
}
