import { Button } from '#ui/button'
import { useList } from '../state/list-context'
import { useAddRecord } from '../state/use-add-record'

/** The empty state of a table, or of a search and filters that match nothing. */
export function EmptyTable() {
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
