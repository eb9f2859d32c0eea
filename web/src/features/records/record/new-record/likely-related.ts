import { firstPage } from '@app/table-schema/list-query'
import { referencedTable } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { useQuery } from '@tanstack/react-query'
import { recordsKey } from '#lib/records'
import { emptyView } from '../../list/list-view'
import { type Choice, labelsQuery, referenceValues } from '../../list/references/references.api'
import { fetchPage } from '../../list/tables.api'
import { useSchema } from '../../list/use-schema'
import { useLikelyDuplicates } from './likely-duplicates'

const maxShown = 3
const maxNamesakes = 20

/** The last word of a name, if it has several. */
const familyName = (name: string) => name.trim().split(/\s+/).slice(1).at(-1) ?? ''

/** Records that others of the same family name refer to with this field: the guardians of brothers and sisters. */
const namesakesQuery = (schema: TableSchema, field: string, family: string) => ({
  queryKey: [...recordsKey(schema.name), 'namesakes', field, family],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string[]> => {
    const view = { ...emptyView, table: schema.name, page: firstPage, limit: maxNamesakes, q: family }
    const { data } = await fetchPage(schema, view, signal)
    return [...new Set(data.flatMap((record) => referenceValues(record[field])))].slice(0, maxShown)
  },
  enabled: family.length > 1,
  staleTime: 30_000,
})

/**
 * Whom a new record is likely to refer to: who is called like what is typed; before that, those whom records of the same family
 * name refer to, and who has that name.
 */
export function useLikelyRelated(
  schema: TableSchema,
  field: string,
  { typed, namedLike }: { typed: string; namedLike: string },
): readonly Choice[] {
  const family = typed ? '' : familyName(namedLike)
  const referenced = useSchema(referencedTable(schema.properties[field]!))
  const alike = useLikelyDuplicates(schema.name, field, typed || family)
  const { data: ids = [] } = useQuery(namesakesQuery(schema, field, family))
  const { data: labels } = useQuery(labelsQuery(referenced ?? schema, family && referenced ? ids : []))
  const ofFamily = family ? [...(labels?.values() ?? [])] : []
  const all = new Map([...ofFamily, ...alike].map((choice) => [choice.id, choice]))
  return [...all.values()].slice(0, maxShown)
}
