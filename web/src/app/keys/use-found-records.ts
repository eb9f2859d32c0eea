import { minutes } from '@app/contracts/durations'
import { columns, tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { recordName } from '#features/tables/grid/record-name'
import { emptyView } from '#features/tables/list-view'
import { fetchPage } from '#features/tables/tables.api'
import { eachLimited } from '#lib/each-limited'
import { listPath } from '#lib/list-address'
import { useSettled } from '#lib/use-settled'
import { type Entry, matches } from './palette-entries'

const typingPauseMs = 250
const minLength = 2
const perTable = 4
const callsAtOnce = 3

/** Records of every table that fit what is typed. A table that cannot be searched is left out. */
export function useFoundRecords(tables: readonly Descriptor[], typed: string) {
  const q = useSettled(typed.trim(), typingPauseMs)
  const { data = [], isFetching } = useQuery({
    queryKey: ['found', q, tables.map(({ name }) => name)],
    queryFn: async ({ signal }) => {
      const found = new Map<string, readonly Entry[]>()
      await eachLimited(tables, callsAtOnce, async (schema) => {
        found.set(schema.name, await recordsIn(schema, q, signal).catch(() => []))
        signal.throwIfAborted()
      })
      const entries = tables.flatMap(({ name }) => found.get(name) ?? [])
      // A name that fits counts more than a value inside of the record.
      return entries.sort((one, other) => Number(matches(other.label, q)) - Number(matches(one.label, q)))
    },
    staleTime: minutes(1),
    enabled: q.length >= minLength,
    placeholderData: keepPreviousData,
  })
  return { records: q.length >= minLength ? data : [], isFetching }
}

async function recordsIn(schema: Descriptor, q: string, signal: AbortSignal): Promise<Entry[]> {
  const { data } = await fetchPage(schema, { ...emptyView, table: schema.name, q, limit: perTable }, signal)
  return data.map((record) => ({
    id: `record-${schema.name}-${record.id}`,
    label: recordName(columns(schema), record),
    detail: tabLabel(schema),
    href: listPath({ table: schema.name, record: record.id }),
  }))
}
