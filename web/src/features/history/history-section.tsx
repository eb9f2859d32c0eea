import './history.css'
import { AppError } from '@app/contracts/errors'
import { erasedValue, type Revision, revertRecord } from '@app/contracts/history'
import type { References, TableRecord } from '@app/contracts/tables'
import { writableFields } from '@app/table-schema/record'
import type { TableSchema } from '@app/table-schema/schema'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { useSingleMutation } from '#lib/queries'
import { allReferences, ifVersion } from '#lib/records'
import { useMayEdit } from '#lib/rights'
import { momentText } from '#lib/school-time'
import type { RecordPartProps } from '#lib/table-extension'
import { option } from '#ui/field'
import { LoadState } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { useToast } from '#ui/toast'
import { BatchChanges, batchName, knownChanges, MoreButton, revisionText, ValueChange } from './changes'
import { historyQuery } from './history.api'

type Restore = { revision: string; field?: string; at: string }

type RevisionItemProps = {
  schema: TableSchema
  record: TableRecord
  revision: Revision
  references: References
  /** The newest change: the record is as it was then. */
  isNewest: boolean
  isBusy: boolean
  onRestore: (restore: Restore) => void
}

/** One change of the record: who, when, from where, and what. */
function RevisionItem(props: RevisionItemProps) {
  const { schema, record, revision, references, isNewest, isBusy, onRestore } = props
  const { id, at, actor, action, batch } = revision
  const [showsBatch, setShowsBatch] = useState(false)
  const known = knownChanges(schema, revision)
  const mayEdit = useMayEdit(schema.name)
  const writable = new Set(mayEdit ? writableFields(schema).map(([name]) => name) : [])
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
  const when = momentText(at)

  return (
    <li className="grid gap-1 border-line border-b pb-3 last:border-b-0">
      <p className="text-sm [overflow-wrap:anywhere]">
        <time dateTime={at} className="font-semibold">
          {when}
        </time>{' '}
        <span className="text-muted">
          <span title={actor.email}>{actor.name ?? actor.email}</span>, {revisionText(revision)}
        </span>
      </p>
      {action === 'update' && known.length === 0 && (
        <p className="text-muted text-sm">The changed values are no longer stored, or the field has been removed.</p>
      )}
      {action !== 'create' && known.length > 0 && (
        <dl>
          {known.map(({ name, field, change }) => (
            <ValueChange
              key={name}
              name={name}
              field={field}
              change={change}
              references={references}
              isBusy={isBusy}
              {...(writable.has(name) &&
                change[0] !== erasedValue &&
                !isSame(change[0], record[name]) && {
                  onRestore: () => onRestore({ revision: id, field: name, at }),
                })}
            />
          ))}
        </dl>
      )}
      {mayEdit && !isNewest && action !== 'delete' && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => onRestore({ revision: id, at })}
          className="text-link min-h-6 justify-self-start text-sm disabled:opacity-60"
        >
          Restore the record as it was on {when}
        </button>
      )}
      {batch !== undefined && (
        <button
          type="button"
          aria-expanded={showsBatch}
          onClick={() => setShowsBatch(!showsBatch)}
          className="text-link min-h-6 justify-self-start text-sm"
        >
          {showsBatch ? 'Hide the other records' : 'Show all records of this change'}
        </button>
      )}
      {batch !== undefined && showsBatch && <BatchChanges schema={schema} batch={batchName(batch)} />}
    </li>
  )
}

type Props = Pick<RecordPartProps, 'schema' | 'record' | 'onChanged'>

/** The history of a record, newest first, with the way back to each value and state. */
export function HistorySection({ schema, record, onChanged }: Props) {
  const [who, setWho] = useState<string>()
  const query = useInfiniteQuery(historyQuery(schema.name, record.id, record['updated_at'], who))
  const actors = useRef(new Set<string>())
  const { data, error, refetch } = query
  const { restore, isBusy, error: refusal } = useRestore(schema.name, record, onChanged)
  const pages = data?.pages ?? []
  const revisions = pages.flatMap((page) => page.data)
  const references = allReferences(pages)
  for (const { actor } of revisions) actors.current.add(actor.email)

  if (!data) return <LoadState query={{ data, error, refetch }} what="the history" />
  return (
    <>
      {refusal && <Notice tone="bad" text={refusal} />}
      {actors.current.size > 1 && (
        <label className="mb-3 flex flex-wrap items-center gap-2 text-sm">
          Changes by
          <select
            value={who ?? ''}
            onChange={({ target }) => setWho(target.value || undefined)}
            className="control control-small max-w-full"
          >
            <option value="">everybody</option>
            {[...actors.current].toSorted().map((email) => option(email, email))}
          </select>
        </label>
      )}
      {revisions.length === 0 && <p className="text-muted">No change has been recorded yet.</p>}
      <ol aria-label="Changes, newest first" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {revisions.map((revision, at) => (
          <RevisionItem
            key={revision.id}
            schema={schema}
            record={record}
            revision={revision}
            references={references}
            isNewest={at === 0}
            isBusy={isBusy}
            onRestore={restore}
          />
        ))}
      </ol>
      <MoreButton label="Earlier changes" query={query} />
    </>
  )
}

const failure = (error: unknown) =>
  error instanceof AppError && error.code === 'conflict' && error.status === 409
    ? 'Another person has changed this record since you opened it. It is shown as it is now: please look again.'
    : failureText(error, 'Failed to restore')

/** Restores a value or the whole record as an ordinary change. After a conflict the record is loaded again. */
function useRestore(table: string, record: TableRecord, onChanged: () => void) {
  const toast = useToast()
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['restore', table, record.id],
    mutationFn: ({ revision, field }: Restore) =>
      callApi(revertRecord, {
        params: { table, id: record.id },
        body: { revision, field },
        headers: ifVersion(record['updated_at']),
      }),
    onSuccess: (_, { field, at }) => {
      toast({ text: field === undefined ? `Restored as it was on ${momentText(at)}.` : 'The value is restored.' })
      onChanged()
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'conflict') onChanged()
    },
  })
  return { restore: mutate, isBusy: isPending, error: error && failure(error) }
}
