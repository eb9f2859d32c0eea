import { columns, tabLabel } from '@app/table-schema/cell'
import type { Descriptor } from '@app/table-schema/descriptor'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Spinner } from '../../ui/spinner'
import type { View } from './list-view'
import { messageOf } from './message-of'
import { Pager } from './pager'
import { printSort, type Sort } from './sort'
import { TableGrid } from './table-grid'
import { fetchRecords } from './tables.api'

type Props = {
  schema: Descriptor
  view: View
  onSort: (sort: Sort) => void
  onPage: (page: number, replace?: boolean) => void
}

/** One table: its records, their order and the way through the pages. */
export function TableView({ schema, view: { table, page, sort }, onSort, onPage }: Props) {
  const list = { table, page, sort: sort && printSort(sort) }
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['records', list],
    queryFn: ({ signal }) => fetchRecords(list, signal),
    placeholderData: keepPreviousData,
  })
  const title = tabLabel(schema)

  // The last page may have gone since the address was written.
  const pastEnd = data && page > data.totalPages && data.totalPages > 0 ? data.totalPages : null
  useEffect(() => {
    if (pastEnd && !isFetching) onPage(pastEnd, true)
  })

  return (
    <section aria-label={title} aria-busy={isFetching} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1">
        <h2 className="text-2xl">{data ? `${title} (${data.total} records)` : title}</h2>
        {schema.description && <p className="max-w-prose text-muted">{schema.description}</p>}
      </div>
      {error && (
        <Notice tone="bad">
          <p>{messageOf(error, 'Failed to load data')}</p>
          <Button size="small" look="outline" className="justify-self-start" onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {!data && !error && (
        <p role="status" className="flex items-center gap-2 py-10 text-muted">
          <Spinner />
          Loading records...
        </p>
      )}
      {data && !error && (
        <>
          <TableGrid
            caption={title}
            columns={columns(schema)}
            records={data.data}
            sort={sort}
            onSort={onSort}
            stale={isFetching}
          />
          <Pager page={data} onPage={onPage} />
        </>
      )}
    </section>
  )
}
