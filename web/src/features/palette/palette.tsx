import { minutes } from '@app/contracts/durations'
import { columns, tabLabel } from '@app/table-schema/cell'
import type { TableSchema } from '@app/table-schema/schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { emptyView } from '#features/records/list/list-view'
import { recordName } from '#features/records/list/record-name'
import { fetchPage, schemasQuery } from '#features/records/list/tables.api'
import { listPath } from '#lib/list-address'
import { useIsAdmin, useRights } from '#lib/rights'
import { useSettled } from '#lib/use-later'
import { PlainDialog } from '#ui/dialog'
import { keysAtom } from './keys.atoms'
import { type Entry, entryGroups, matches } from './palette-entries'

const typingPauseMs = 250
const minLength = 2
const perTable = 4
const callsAtOnce = 3

type FoundRecords = { entries: readonly Entry[]; error: unknown }
const nothing: FoundRecords = { entries: [], error: undefined }

/** Records of every table that fit what is typed. A table that cannot be searched is left out, with its error. */
function useFoundRecords(tables: readonly TableSchema[], typed: string) {
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

/** Goes to a table, a page, a record or an action by what is typed: a combobox whose list is always open. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [, navigate] = useLocation()
  const isAdmin = useIsAdmin()
  const may = useRights()
  const show = useSetAtom(keysAtom)
  const { data: schemas } = useQuery({ ...schemasQuery, staleTime: Number.POSITIVE_INFINITY })
  const tables = schemas?.tables ?? []
  const { records, error, isFetching, search } = useFoundRecords(tables, typed)
  const groups = [
    ...entryGroups(
      tables,
      isAdmin,
      (table) => may(table, 'edit'),
      () => show('list'),
      typed,
    ),
    ...(records.length > 0 ? [{ title: 'Records', entries: records }] : []),
  ]
  const entries = groups.flatMap((group) => group.entries)
  const current = entries[Math.min(active, entries.length - 1)]
  const optionId = (entry: Entry) => `${id}-${entry.id}`

  function choose(entry: Entry) {
    onClose()
    if (entry.href !== undefined) navigate(entry.href)
    entry.run?.()
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && entries.length > 0) {
      const next = (entries.indexOf(current!) + step + entries.length) % entries.length
      setActive(next)
      document.getElementById(optionId(entries[next]!))?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) choose(current)
    else return
    event.preventDefault()
  }

  return (
    <PlainDialog label="Go to" isAtTop onClose={onClose}>
      <div className="flex items-center gap-2 border-line border-b px-4">
        <Search className="size-5 shrink-0 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-label="Go to a table, a record or an action"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? optionId(current) : undefined}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here.
          autoFocus
          maxLength={200}
          placeholder="Go to a table, a record or an action"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
          className="min-h-13 w-full min-w-0 bg-transparent outline-none placeholder:text-muted"
        />
        <button type="button" onClick={onClose} className="rounded-md border border-edge px-1.5 text-muted text-sm">
          Esc
        </button>
      </div>
      <div className="min-h-0 overflow-y-auto p-2">
        <div id={`${id}-list`} role="listbox" aria-label="Results" tabIndex={-1}>
          {groups.map(({ title, entries: shown }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields.
            <div key={title} role="group" aria-label={title} className="mb-1">
              <p aria-hidden="true" className="px-2.5 pt-1.5 pb-0.5 font-semibold text-muted text-sm">
                {title}
              </p>
              {shown.map((entry) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses from the text field.
                // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus and names the active option.
                <div
                  key={entry.id}
                  id={optionId(entry)}
                  role="option"
                  aria-selected={entry === current}
                  onMouseDown={(event) => event.preventDefault()}
                  onMouseMove={() => setActive(entries.indexOf(entry))}
                  onClick={() => choose(entry)}
                  className="flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-2.5 aria-selected:bg-sunken aria-selected:font-semibold"
                >
                  <span className="min-w-0 truncate">{entry.label}</span>
                  {entry.detail && <span className="ml-auto shrink-0 text-muted text-sm">{entry.detail}</span>}
                </div>
              ))}
            </div>
          ))}
        </div>
        <p role="status" className="flex flex-wrap items-center gap-x-2 px-2.5 text-muted text-sm">
          {isFetching ? (
            'Searching…'
          ) : error ? (
            <>
              Not all records could be searched.
              <button type="button" className="text-link min-h-9" onClick={() => search()}>
                Search again
              </button>
            </>
          ) : (
            entries.length === 0 && 'Nothing found'
          )}
        </p>
      </div>
    </PlainDialog>
  )
}
