import { searchable } from '@app/contracts/comparable'
import { minutes } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { websiteRight } from '@app/contracts/policy'
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
import { listPath, newRecord } from '#lib/list-address'
import { addFieldPath, newServiceAccountPath, paths } from '#lib/paths'
import { useIsAdmin, useRights } from '#lib/rights'
import { chooseTheme } from '#lib/theme'
import { useSettled } from '#lib/use-later'
import { PlainDialog } from '#ui/dialog'
import { keysAtom } from './keys.atoms'

/** Something the palette leads to: an address, or something to do. */
type Entry = { id: string; label: string; detail?: string; href?: string; run?: () => void }
type EntryGroup = { title: string; entries: readonly Entry[] }

/** For those who see inquiries. */
const inbox: Entry = { id: 'inbox', label: 'Inbox', href: paths.inbox }
const places: readonly Entry[] = [
  { id: 'today', label: 'Today', href: paths.today },
  { id: 'calendar', label: 'Calendar', href: paths.calendar },
  { id: 'insights', label: 'Insights', href: paths.insights },
  { id: 'roster', label: 'Roster', href: paths.roster },
  { id: 'work', label: 'Recent work', href: paths.work },
  { id: 'trash', label: 'Trash', href: paths.trash },
  { id: 'sessions', label: 'Account and passkeys', href: paths.sessions },
  // The public page is rendered by the server.
  { id: 'website', label: 'Website', run: () => location.assign(paths.home) },
]
const adminPlaces: readonly Entry[] = [
  { id: 'people', label: 'People', href: paths.people },
  { id: 'service-accounts', label: 'Service accounts', href: paths.serviceAccounts },
  { id: 'webhooks', label: 'Webhooks', href: paths.webhooks },
  { id: 'incoming', label: 'Incoming bookings', href: paths.incoming },
  { id: 'schema-editor', label: 'Tables and fields', href: paths.schemaEditor },
  { id: 'activity', label: 'Activity', href: paths.activity },
  { id: 'inquiry-settings', label: 'Inquiry settings', href: paths.inquirySettings },
]
const websiteEditor: Entry = { id: 'edit-website', label: 'Edit site', href: paths.website }
const newScript: Entry = {
  id: 'new-service-account',
  label: 'New service account for a script',
  href: newServiceAccountPath,
}
const themes: readonly Entry[] = [
  { id: 'theme-light', label: 'Use light theme', run: () => chooseTheme('light') },
  { id: 'theme-dark', label: 'Use dark theme', run: () => chooseTheme('dark') },
  { id: 'theme-system', label: 'Use system theme', run: () => chooseTheme('system') },
]

/** Every word that is typed begins a word of the label. */
export function matches(label: string, typed: string): boolean {
  const words = searchable(label).split(/[\s,]+/)
  return searchable(typed)
    .split(' ')
    .every((part) => words.some((word) => word.startsWith(part)))
}

/** Tables, pages and actions that fit what is typed; all tables and pages while nothing is. */
function entryGroups(
  tables: readonly TableSchema[],
  isAdmin: boolean,
  mayEdit: (table: string) => boolean,
  showKeys: () => void,
  typed: string,
): EntryGroup[] {
  const lists = tables.map((table) => ({
    id: `table-${table.name}`,
    label: tabLabel(table),
    href: listPath({ table: table.name }),
  }))
  const creations = tables
    .filter(({ name, creatable }) => creatable !== false && mayEdit(name))
    .map((table) => ({
      id: `new-${table.name}`,
      label: `New ${table.singular ?? tabLabel(table)}`,
      href: listPath({ table: table.name, record: newRecord }),
    }))
  const fields = tables.map((table) => ({
    id: `field-${table.name}`,
    label: `Add a field to ${tabLabel(table)}`,
    href: addFieldPath(table.name),
  }))
  const actions = [
    ...creations,
    ...(isAdmin ? [newScript, ...fields] : []),
    ...themes,
    { id: 'keys', label: 'List of keys', detail: '?', run: showKeys },
  ]
  const pages = tables.some(({ name }) => name === inquiryTable) ? [inbox, ...places] : places
  const groups = [
    { title: 'Tables', entries: lists },
    {
      title: 'Pages',
      entries: [...pages, ...(mayEdit(websiteRight) ? [websiteEditor] : []), ...(isAdmin ? adminPlaces : [])],
    },
    { title: 'Actions', entries: typed ? actions : [] },
  ]
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ label }) => matches(label, typed)) }))
    .filter(({ entries }) => entries.length > 0)
}

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
