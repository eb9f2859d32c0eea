import { Button } from './button'

type Props = {
  page: number
  /** Undefined where the number of pages is not counted. */
  pages?: number
  hasMore: boolean
  onPage: (page: number) => void
}

/** Steps through a list that is sorted newest first; nothing for a single page. */
export function PageSteps({ page, pages, hasMore, onPage }: Props) {
  if (page <= 1 && !hasMore) return null
  return (
    <nav aria-label="Pages" className="flex items-center gap-3">
      <Button size="small" variant="outline" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <span>
        Page {page}
        {pages && ` of ${pages}`}
      </span>
      <Button size="small" variant="outline" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  )
}
