import { minutes } from '@app/contracts/durations'
import { columns, tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { emptyView } from '#features/records/list/list-view'
import { recordName } from '#features/records/list/record-name'
import { fetchPage } from '#features/records/list/tables.api'
import { listPath } from '#lib/list-address'
import { useSettled } from '#lib/use-debounced'
import { type Entry, matches } from './palette-entries'

const typingPauseMs = 250
const minLength = 2
const perTable = 4
const callsAtOnce = 3

type FoundRecords = { entries: readonly Entry[]; error: unknown }
const nothing: FoundRecords = { entries: [], error: undefined }

/** Records of every table that fit what is typed. A table that cannot be searched is left out, with its error. */
export function useFoundRecords(tables: readonly TableSchema[], typed: string) {
  const q = useSettled(typed.trim(), typingPauseMs)
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['found', q, tables.map(({ name }) => name)],
    queryFn: async ({ signal }): Promise<FoundRecords> => {
      const found = new Map<string, readonly Entry[]>()
      let error: unknown
      await eachLimited(tables, callsAtOnce, async (schema) => {
        const records = await recordsIn(schema, q, signal).catch((failure) => {
          error = failure
          return []
        })
        found.set(schema.name, records)
        signal.throwIfAborted()
      })
      const entries = tables.flatMap(({ name }) => found.get(name) ?? [])
      // A name that fits counts more than a value inside of the record.
      entries.sort((one, other) => Number(matches(other.label, q)) - Number(matches(one.label, q)))
      return { entries, error }
    },
    staleTime: ({ state }) => (state.data?.error ? 0 : minutes(1)),
    enabled: q.length >= minLength,
    placeholderData: keepPreviousData,
  })
  const { entries, error } = (q.length >= minLength && data) || nothing
  return { records: entries, error, isFetching, search: refetch }
}

async function recordsIn(schema: TableSchema, q: string, signal: AbortSignal): Promise<Entry[]> {
  const { data } = await fetchPage(schema, { ...emptyView, table: schema.name, q, limit: perTable }, signal)
  return data.map((record) => ({
    id: `record-${schema.name}-${record.id}`,
    label: recordName(columns(schema), record),
    detail: tabLabel(schema),
    href: listPath({ table: schema.name, record: record.id }),
  }))
}

/** Runs a step for every item, a few at once. */
async function eachLimited<T>(items: readonly T[], atOnce: number, step: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await step(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
