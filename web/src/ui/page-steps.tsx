import { ChevronLeft, ChevronRight } from 'lucide-react'
import { SmallButton } from './button'

type Props = {
  page: number
  /** Undefined where the number of pages is not counted. */
  pages?: number
  /** Without `pages`: whether another one follows. */
  hasMore?: boolean
  onPage: (page: number) => void
}

/** Steps through a list that is sorted newest first; nothing for a single page. */
export function PageSteps(props: Props) {
  const { page, pages, hasMore = page < (pages ?? 1) } = props
  if (page <= 1 && !hasMore) return null
  return (
    <nav aria-label="Pages" className="flex items-center gap-3">
      <Steps {...props} back="Newer" on="Older" />
    </nav>
  )
}

/** The buttons alone, for a list in any order. */
export function Steps({
  page,
  pages,
  hasMore = page < (pages ?? 1),
  onPage,
  back,
  on,
}: Props & Record<'back' | 'on', string>) {
  return (
    <>
      <SmallButton disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft className="size-4" />
        {back}
      </SmallButton>
      <p>
        Page {page}
        {pages && ` of ${pages}`}
      </p>
      <SmallButton disabled={!hasMore} onClick={() => onPage(page + 1)}>
        {on}
        <ChevronRight className="size-4" />
      </SmallButton>
    </>
  )
}
