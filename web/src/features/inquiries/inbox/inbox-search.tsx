import { SearchBox } from '#ui/search-box'
import { countText } from './inbox-views'

type Props = { q: string; onSearch: (q: string) => void; total: number | undefined }

/** Searches every conversation in full. */
export const InboxSearch = ({ q, onSearch, total }: Props) => (
  <div className="grid gap-1 p-1">
    <SearchBox label="Search conversations" placeholder="Search conversations" value={q} onSearch={onSearch} />
    <p role="status" className="text-muted text-sm empty:hidden">
      {q && total !== undefined && foundText(total)}
    </p>
  </div>
)

function foundText(total: number): string {
  if (total === 0) return 'No conversations found.'
  return total === 1 ? '1 conversation' : `${countText(total)} conversations`
}
