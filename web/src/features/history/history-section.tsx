import { AppError } from '@app/contracts/errors'
import type { TableRecord } from '@app/contracts/tables'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useRef, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { allReferences } from '#lib/records'
import { momentText } from '#lib/school-time'
import type { RecordPartProps } from '#lib/table-extension'
import { useSingleMutation } from '#lib/use-single-mutation'
import { LoadError, Loading } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { showToastAtom } from '#ui/toast'
import { MoreButton } from './batch-changes'
import { historyQuery, revertRecord } from './history.api'
import { type Restore, RevisionItem } from './revision-item'
import './history.css'

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

  if (error && !data) return <LoadError error={error} fallback="Failed to load the history" onRetry={() => refetch()} />
  if (!data) return <Loading>Loading the history...</Loading>
  return (
    <>
      {refusal && (
        <Notice tone="bad">
          <p>{refusal}</p>
        </Notice>
      )}
      {actors.current.size > 1 && (
        <label className="mb-3 flex flex-wrap items-center gap-2 text-sm">
          Changes by
          <select
            value={who ?? ''}
            onChange={({ target }) => setWho(target.value || undefined)}
            className="control control-small max-w-full"
          >
            <option value="">everybody</option>
            {[...actors.current].toSorted().map((email) => (
              <option key={email}>{email}</option>
            ))}
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
  const toast = useSetAtom(showToastAtom)
  const { mutate, isPending, error } = useSingleMutation({
    mutationKey: ['restore', table, record.id],
    mutationFn: ({ revision, field }: Restore) => revertRecord(table, record, revision, field),
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
