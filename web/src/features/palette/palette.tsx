import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { schemasQuery } from '#features/records/list/tables.api'
import { useIsAdmin, useRights } from '#lib/rights'
import { PlainDialog } from '#ui/plain-dialog'
import { keysAtom } from './keys.atoms'
import { type Entry, entryGroups } from './palette-entries'
import { useFoundRecords } from './use-found-records'

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
