import { Button } from '#ui/button'

type Props = { isNarrowed: boolean; onCreate: (() => void) | undefined; onClear: () => void }

/** The empty state of a table, or of a search and filters that match nothing. */
export const EmptyTable = ({ isNarrowed, onCreate, onClear }: Props) => (
  <div className="grid justify-items-center gap-4 rounded-xl border border-line border-dashed bg-card px-4 py-14 text-center">
    <p className="font-display text-lg text-muted">No records found</p>
    {isNarrowed && (
      <Button variant="outline" onClick={onClear}>
        Clear search and filters
      </Button>
    )}
    {!isNarrowed && onCreate && <Button onClick={onCreate}>Create the first record</Button>}
  </div>
)
