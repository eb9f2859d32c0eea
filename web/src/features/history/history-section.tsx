import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { allReferences } from '#lib/all-references'
import type { RecordPartProps } from '#lib/table-extension'
import { LoadError, Loading } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { historyQuery } from './history.api'
import { MoreButton } from './more-button'
import { RevisionItem } from './revision-item'
import { useRestore } from './use-restore'
import './history.css'

type Props = Pick<RecordPartProps, 'schema' | 'record' | 'onChanged'>

/** What happened to a record, newest first, with the way back to each value and state. */
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
