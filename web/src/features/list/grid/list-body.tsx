import { LoadError, Loading } from '#ui/load-state'
import { useList } from '../state/list-context'
import { EmptyTable } from './empty-table'
import { TableGrid } from './table-grid'
import type { RowActions, RowSelection } from './use-grid-events'

type Props = { selection: RowSelection; rows: RowActions }

/** The records of the page, or why there are none. After a failure the records that were loaded before stay. */
export function ListBody({ selection, rows }: Props) {
  const { data, error, refetch } = useList().page
  if (!data && !error) return <Loading>Loading records...</Loading>
  return (
    <>
      {error && (
        <LoadError error={error} fallback="Failed to load data" isOutdated={!!data} onRetry={() => refetch()} />
      )}
      {data?.data.length === 0 && <EmptyTable />}
      {data && data.data.length > 0 && <TableGrid page={data} selection={selection} rows={rows} />}
    </>
  )
}
