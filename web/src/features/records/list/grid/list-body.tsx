import { Button } from '#ui/button'
import { LoadError, Loading } from '#ui/load-state'
import { useAddRecord, useList } from '../state/list-context'
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

/** The empty state of a table, or of a search and filters that match nothing. */
function EmptyTable() {
  const { view, show } = useList()
  const addRecord = useAddRecord()
  const isNarrowed = view.q !== '' || Object.keys(view.filters).length > 0
  return (
    <div className="grid justify-items-center gap-4 rounded-xl border border-line border-dashed bg-card px-4 py-14 text-center">
      <p className="font-display text-lg text-muted">No records found</p>
      {isNarrowed && (
        <Button variant="outline" onClick={() => show({ q: '', filters: {} })}>
          Clear search and filters
        </Button>
      )}
      {!isNarrowed && addRecord && <Button onClick={addRecord}>Create the first record</Button>}
      {!isNarrowed && addRecord && (
        <p className="text-muted">Or bring a list from Excel or another program: choose Import above.</p>
      )}
    </div>
  )
}
