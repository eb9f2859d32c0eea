import './history.css'
import type { TableSchema } from '@app/table-schema/schema'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { listPath } from '#lib/list-address'
import { trashPath } from '#lib/paths'
import { allReferences } from '#lib/records'
import { counted } from '#lib/words'
import { SmallButton } from '#ui/button'
import { LoadState } from '#ui/load-state'
import { type BatchName, batchRecordsQuery } from './history.api'
import { knownChanges, revisionText, ValueChange } from './value-change'

type MoreButtonProps = {
  label: string
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}

/** Loads the next page, as long as there is one. */
export const MoreButton = ({ label, query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreButtonProps) =>
  hasNextPage && (
    <SmallButton disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
      {label}
    </SmallButton>
  )

type Props = { schema: TableSchema; batch: BatchName }

/** Changes of a batch, an import or an undo, record by record. */
export function BatchChanges({ schema, batch }: Props) {
  const query = useInfiniteQuery(batchRecordsQuery(schema.name, batch))
  const { data, error, refetch } = query
  if (!data) return <LoadState query={{ data, error, refetch }} what="the records" />
  const references = allReferences(data.pages)
  const revisions = data.pages.flatMap((page) => page.data)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-lg border border-line bg-paper p-3">
      <p className="text-muted text-sm">{recordCount(data.pages[0]?.total ?? 0)}</p>
      <ol aria-label="Records of this change" className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {revisions.map((revision) => {
          const { id, recordId, action } = revision
          const { label = recordId, deleted = false } = references[schema.name]?.[recordId] ?? {}
          const href = deleted ? trashPath(schema.name) : listPath({ table: schema.name, record: recordId })
          return (
            <li key={id} className="border-line border-b pb-2 text-sm last:border-b-0 last:pb-0">
              <p className="[overflow-wrap:anywhere]">
                <a href={href} className="text-link font-semibold">
                  {label}
                </a>{' '}
                {action !== 'update' && <span className="text-muted">{revisionText({ action, source: 'form' })}</span>}
              </p>
              {action === 'update' && (
                <dl>
                  {knownChanges(schema, revision).map((known) => (
                    <ValueChange key={known.name} {...known} references={references} isBusy={false} />
                  ))}
                </dl>
              )}
            </li>
          )
        })}
      </ol>
      <MoreButton label="More records" query={query} />
    </div>
  )
}

const recordCount = (total: number) => (total === 0 ? 'No records changed.' : counted(total, 'record'))
