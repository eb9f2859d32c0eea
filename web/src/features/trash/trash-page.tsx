import { comparable } from '@app/contracts/comparable'
import { historyPageSize, listTrash, purgeRecord, type TrashedRecord } from '@app/contracts/history'
import { restoreRecord } from '@app/contracts/record-changes'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useTableTitles } from '#features/records/list/use-schema'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { queryOf, useCallMutation, useSingleMutation } from '#lib/queries'
import { missingRightText, useIsAdmin, useRights, useSeesWhole } from '#lib/rights'
import { momentText } from '#lib/school-time'
import { counted } from '#lib/words'
import { Badge } from '#ui/badge'
import { Button, SmallButton } from '#ui/button'
import { withChecked } from '#ui/check-field'
import { TextField } from '#ui/field'
import { InputFilter, ListFilters, PageSteps, SelectFilter } from '#ui/list-controls'
import { LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { usePageTitle } from '#ui/page-title'
import { SavingDialog } from '#ui/saving-dialog'
import { useToast } from '#ui/toast'

/** From here on the days that are left need attention. */
const fewDays = 5

const daysText = (days: number) => `${counted(days, 'day')} left`

type ItemProps = {
  record: TrashedRecord
  tableTitle: string
  isSelected: boolean
  mayRestore: boolean
  mayPurge: boolean
  isBusy: boolean
  onSelect: (selected: boolean) => void
  onRestore: () => void
  onPurge: () => void
}

/** One deleted record: what it was, who deleted it, how long it can be restored. */
function TrashItem(props: ItemProps) {
  const { record, tableTitle, isSelected, mayRestore, mayPurge, isBusy, onSelect, onRestore, onPurge } = props
  const { title, deletedAt, deletedBy, daysLeft } = record
  // A press anywhere on the text selects the record, where it can be selected.
  const Frame = mayRestore ? 'label' : 'div'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-card p-3 sm:p-4">
      <Frame className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        {mayRestore && (
          <input
            type="checkbox"
            className="mt-1 size-5 shrink-0 accent-forest"
            checked={isSelected}
            aria-label={`Select ${title}`}
            onChange={({ target }) => onSelect(target.checked)}
          />
        )}
        <span className="grid min-w-0 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
            <span className="min-w-0 [overflow-wrap:anywhere]">{title}</span>
            <Badge label={daysText(daysLeft)} tone={daysLeft <= fewDays ? 'amber' : 'gray'} />
          </span>
          <span className="text-muted text-sm [overflow-wrap:anywhere]">
            {tableTitle}, deleted <time dateTime={deletedAt}>{momentText(deletedAt)}</time> by {deletedBy}
          </span>
        </span>
      </Frame>
      <span className="flex flex-wrap items-center gap-2">
        {mayRestore && (
          <SmallButton disabled={isBusy} aria-label={`Restore ${title}`} onClick={onRestore}>
            Restore
          </SmallButton>
        )}
        {mayPurge && (
          <button
            type="button"
            disabled={isBusy}
            aria-label={`Delete for good: ${title}`}
            onClick={onPurge}
            className="text-link min-h-9 px-1 text-sm"
          >
            Delete for good
          </button>
        )}
      </span>
    </li>
  )
}

const trashKey = [listTrash.id] as const
type TrashView = { table: string; q: string; page: number }

const trashQuery = ({ table, q, page }: TrashView) => ({
  ...queryOf(listTrash, { query: { page: String(page), table: table || undefined, q: q || undefined } }),
  placeholderData: keepPreviousData,
})

type PurgeDialogProps = { record: TrashedRecord; onClose: () => void }

/** Deletes a record for good once its name was typed. */
function PurgeDialog({ record, onClose }: PurgeDialogProps) {
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const client = useQueryClient()
  const { mutate, isPending, error } = useCallMutation(purgeRecord, {
    input: { params: { table: record.table, id: record.id } },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: trashKey })
      onClose()
    },
  })
  function submit() {
    if (comparable(typed) === comparable(record.title)) mutate()
    else setIsWrong(true)
  }
  return (
    <SavingDialog
      title={`Delete ${record.title} for good`}
      role="alertdialog"
      size="small"
      variant="danger"
      saving={{ isPending, error, mutate: submit }}
      texts={{ submit: 'Delete for good', busy: 'Deleting...', failure: 'Failed to delete record' }}
      onClose={onClose}
    >
      <p>
        The record and its history are deleted permanently and cannot be restored. Type its name to confirm:{' '}
        <strong className="[overflow-wrap:anywhere]">{record.title}</strong>
      </p>
      <TextField
        id="purge-name"
        label="Name of the record"
        autoComplete="off"
        value={typed}
        {...(isWrong && { error: "That doesn't match the record's name." })}
        onValue={(value) => {
          setTyped(value)
          setIsWrong(false)
        }}
      />
    </SavingDialog>
  )
}

const keyOf = ({ table, id }: TrashedRecord) => `${table}/${id}`

/** Deleted records of the last thirty days in the tables that the user may see: search, restore one or many. Admins delete for good. */
export function TrashPage() {
  usePageTitle('Trash')
  const seesWhole = useSeesWhole()
  const titled = useTableTitles()
  const tables = titled.filter(({ name }) => seesWhole(name))
  const mayPurge = useIsAdmin()
  const [search, setSearch] = useSearchParams()
  const view = { table: search.get('table') ?? '', q: search.get('q') ?? '', page: Number(search.get('page')) || 1 }
  const isHidden = view.table !== '' && !seesWhole(view.table)
  const { data, error, refetch } = useQuery({ ...trashQuery(view), enabled: !isHidden })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [purging, setPurging] = useState<TrashedRecord>()
  const { restoreAll, isRestoring, kept } = useRestore()
  const may = useRights()
  const titles = new Map(tables.map(({ name, title }) => [name, title]))
  const chosen = data?.data.filter((record) => selected.has(keyOf(record))) ?? []
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / historyPageSize))

  function show(change: Partial<Record<'table' | 'q' | 'page', string>>) {
    const next = { table: view.table, q: view.q, ...change }
    setSelected(new Set())
    setSearch(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')), { replace: true })
  }

  return (
    <>
      <div className="grid gap-1">
        <h2 className="text-2xl">Trash</h2>
        <p className="text-muted">Deleted records can be restored for 30 days.</p>
      </div>
      <TrashFilters tables={tables} table={view.table} q={view.q} onChange={show} />
      {kept.length > 0 && (
        <Notice tone="warn" title="Not restored">
          <ul>
            {kept.map(({ record, reason }) => (
              <li key={keyOf(record)} className="[overflow-wrap:anywhere]">
                {record.title}: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {!data && (error || !isHidden) && <LoadState query={{ data, error, refetch }} what="the trash" />}
      {isHidden && (
        <Notice tone="warn">
          <p className="[overflow-wrap:anywhere]">{missingRightText([view.table], titled)}</p>
        </Notice>
      )}
      {data && !isHidden && (
        <>
          <div className="flex min-h-11 flex-wrap items-center gap-3">
            <p role="status" className={data.total > 0 ? 'mr-auto' : 'grow py-8 text-center text-muted'}>
              {countText(data.total, view)}
            </p>
            {chosen.length > 0 && (
              <Button size="small" disabled={isRestoring} onClick={() => restoreAll(chosen)}>
                {isRestoring ? 'Restoring...' : `Restore ${chosen.length} selected`}
              </Button>
            )}
          </div>
          <ul aria-label="Deleted records" className="grid gap-3 empty:hidden">
            {data.data.map((record) => (
              <TrashItem
                key={keyOf(record)}
                record={record}
                tableTitle={titles.get(record.table) ?? record.table}
                isSelected={selected.has(keyOf(record))}
                mayRestore={may(record.table, 'edit')}
                mayPurge={mayPurge}
                isBusy={isRestoring}
                onSelect={(isSelected) => setSelected(withChecked(selected, keyOf(record), isSelected))}
                onRestore={() => restoreAll([record])}
                onPurge={() => setPurging(record)}
              />
            ))}
          </ul>
          <PageSteps page={view.page} pages={pages} onPage={(page) => show({ page: String(page) })} />
        </>
      )}
      {purging && <PurgeDialog record={purging} onClose={() => setPurging(undefined)} />}
    </>
  )
}

function countText(total: number, { q, table }: { q: string; table: string }) {
  if (total === 0) return q || table ? 'No deleted record matches.' : 'The trash is empty.'
  return counted(total, 'deleted record')
}

type FilterProps = {
  tables: readonly { name: string; title: string }[]
  table: string
  q: string
  onChange: (change: { table?: string; q?: string }) => void
}

/** Which deleted records are shown. */
const TrashFilters = ({ tables, table, q, onChange }: FilterProps) => (
  <ListFilters>
    <InputFilter
      label="Search by name"
      type="search"
      defaultValue={q}
      maxLength={200}
      onValue={(next) => onChange({ q: next })}
    />
    <SelectFilter
      label="Table"
      all="All tables"
      options={tables}
      value={table}
      onValue={(next) => onChange({ table: next })}
    />
  </ListFilters>
)

type Kept = { record: TrashedRecord; reason: string }

/** Restores records one after the other, and returns those that had to stay with the reason. */
function useRestore() {
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, data } = useSingleMutation({
    mutationKey: ['restore'],
    async mutationFn(records: readonly TrashedRecord[]): Promise<Kept[]> {
      const kept: Kept[] = []
      for (const record of records)
        await callApi(restoreRecord, { params: { table: record.table, id: record.id } }).catch((error) =>
          kept.push({ record, reason: failureText(error, 'Failed to restore') }),
        )
      return kept
    },
    onSuccess(kept, records) {
      const restored = records.length - kept.length
      if (restored > 0) toast({ text: `${counted(restored, 'record is', 'records are')} back in the table.` })
    },
    onSettled: () => client.invalidateQueries({ queryKey: trashKey }),
  })
  return { restoreAll: mutate, isRestoring: isPending, kept: data ?? [] }
}
