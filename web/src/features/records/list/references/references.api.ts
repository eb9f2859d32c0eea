import { listChoices, listReferrers } from '@app/contracts/references'
import type { ReferenceChoices, References, TableRecord } from '@app/contracts/tables'
import { firstPage } from '@app/table-schema/list-query'
import { recordLabel, titleField } from '@app/table-schema/references'
import type { TableSchema } from '@app/table-schema/schema'
import { queryOptions } from '@tanstack/react-query'
import { type ComponentType, createContext, useContext } from 'react'
import type { Filters } from '#lib/list-address'
import { queryOf } from '#lib/queries'
import { recordKey, recordsKey } from '#lib/records'
import { dateText } from '../date-text'
import { emptyView } from '../list-view'
import { fetchPage, maxNamedIds } from '../tables.api'

export type NewRecordProps = {
  /** The table and the field that will refer to the record. */
  table: string
  field: string
  /** The schema of the referenced table. */
  schema: TableSchema
  /** The typed text. */
  name: string
  /** A record that exists already was meant. */
  onExisting: (id: string) => void
  onCreated: (record: TableRecord) => void
  onClose: () => void
}

/** The form that a picker opens for a record that does not exist yet; the app provides it. Without one nothing can be created. */
export const NewRecordContext = createContext<ComponentType<NewRecordProps> | null>(null)
export const useNewRecordForm = () => useContext(NewRecordContext)

/** Labels of the records that the shown ones refer to, by table and id. */
export const LabelsContext = createContext<References>({})
export const useLabels = () => useContext(LabelsContext)

/** The values of a reference field, single or many. A text that is not an id is kept, too: it is shown as a deleted record. */
export const referenceValues = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

export type Choice = ReferenceChoices['data'][number]

const choiceLimit = 20

/** A record by its label, and by its time on a calendar: lessons of a series have one name. */
function datedLabel(schema: TableSchema, record: TableRecord): string {
  const start = schema.calendar?.start
  const [field, at] = start === undefined ? [] : [schema.properties[start], record[start]]
  const day = field && typeof at === 'string' ? dateText(field, at) : undefined
  return day === undefined ? recordLabel(schema, record) : `${recordLabel(schema, record)} (${day})`
}

/** The records of a table by what is typed; those on a calendar with their times, from the last week on while nothing is typed. */
export const recordChoicesQuery = (schema: TableSchema, q: string, bounds: Filters) => {
  const start = schema.calendar?.start
  const isNear = start !== undefined && q === '' && Object.keys(bounds).length === 0
  const filters = isNear ? { [`${start}__gte`]: 'today-7' } : bounds
  const order = start ?? titleField(schema)
  const sort =
    order === undefined
      ? null
      : { field: order, direction: start !== undefined && q !== '' ? ('desc' as const) : ('asc' as const) }
  const fields = [start, titleField(schema)].filter((name) => name !== undefined)
  const view = { ...emptyView, table: schema.name, limit: choiceLimit, q, filters, sort }
  return {
    queryKey: [...recordsKey(schema.name), 'choices', q, filters] as readonly unknown[],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReferenceChoices> => {
      const { data } = await fetchPage(schema, view, signal, { fields })
      return { data: data.map((record) => ({ id: record.id, label: datedLabel(schema, record) })) }
    },
    select: ({ data }: ReferenceChoices) => data,
    staleTime: 10_000,
  }
}

/** Labels by id of records that are not part of a list's answer, such as those of a filter. */
export const labelsQuery = (schema: TableSchema, ids: readonly string[], isDated = false) =>
  queryOptions({
    queryKey: [...recordsKey(schema.name), 'labels', ids, isDated],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Choice>> => {
      const view = { ...emptyView, table: schema.name, page: firstPage, limit: maxNamedIds }
      const { data } = await fetchPage(schema, view, signal, { ids })
      return new Map(
        data.map((record) => [
          record.id,
          { id: record.id, label: (isDated ? datedLabel : recordLabel)(schema, record) },
        ]),
      )
    },
    enabled: ids.length > 0,
    staleTime: 30_000,
  })

/** The records that a field may name and whose label matches what is typed. */
export const choicesQuery = (table: string, field: string, q: string) => ({
  ...queryOf(listChoices, { params: { table, field }, query: { q, limit: String(choiceLimit) } }),
  select: ({ data }: ReferenceChoices) => data,
  staleTime: 10_000,
})

export const referrersQuery = (table: string, id: string) => ({
  ...queryOf(listReferrers, { params: { table, id } }),
  queryKey: [...recordKey(table, id), 'referrers'],
})

const recent = new Map<string, string[]>()
const maxRecent = 8

/** Remembers a chosen record until the page is left. */
export function noteRecent(table: string, id: string) {
  recent.set(table, [id, ...(recent.get(table) ?? []).filter((each) => each !== id)].slice(0, maxRecent))
}

/** Puts recently chosen records first while nothing is typed. */
export function recentFirst(table: string, choices: readonly Choice[], text: string): readonly Choice[] {
  const ids = recent.get(table) ?? []
  if (text.trim() !== '' || ids.length === 0) return choices
  const rank = ({ id }: Choice) => (ids.includes(id) ? ids.indexOf(id) : maxRecent)
  return choices.toSorted((a, b) => rank(a) - rank(b))
}
