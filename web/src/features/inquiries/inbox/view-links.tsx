import type { InboxCounts } from '@app/contracts/inbox'
import { Link } from 'wouter'
import { inboxPath } from '#lib/paths'
import { countText, isMailView, mailViews, mainViews, otherViews, type ShownView, viewTitles } from './use-inbox'

type Props = {
  shown: ShownView
  counts: InboxCounts | undefined
  unmatched: number | undefined
  /** Every view is left while all conversations are searched. */
  isSearching: boolean
}

const titleOf = (view: ShownView) => (isMailView(view) ? mailViews[view].title : viewTitles[view])

/** The views of the inbox: three for everyday work, and the others behind one. */
export function ViewLinks({ shown, counts, unmatched = 0, isSearching }: Props) {
  const countOf = (view: ShownView) =>
    isMailView(view) ? (view === 'unmatched' ? unmatched : 0) : (counts?.[view] ?? 0)
  const held = countOf('held')
  const isOther = !isSearching && otherViews.some((one) => one === shown)
  // Mail that needs a decision comes first.
  const firstOther = unmatched > 0 || held === 0 ? 'unmatched' : 'held'
  return (
    <>
      <nav aria-label="Views" className="flex flex-wrap gap-1 border-line border-b pb-1">
        {mainViews.map((one) => (
          <ViewLink
            key={one}
            view={one}
            title={titleOf(one)}
            count={countOf(one)}
            isCurrent={!isSearching && one === shown}
          />
        ))}
        <ViewLink view={firstOther} title="Other" count={unmatched + held} isCurrent={isOther} />
      </nav>
      {isOther && (
        <nav aria-label="Other views" className="flex flex-wrap gap-1">
          {otherViews.map((one) => (
            <ViewLink
              key={one}
              view={one}
              title={titleOf(one)}
              count={countOf(one)}
              isCurrent={one === shown}
              isSmall
            />
          ))}
        </nav>
      )}
    </>
  )
}

type LinkProps = { view: ShownView; title: string; count: number; isCurrent: boolean; isSmall?: boolean }

const ViewLink = ({ view, title, count, isCurrent, isSmall = false }: LinkProps) => (
  <Link
    href={inboxPath({ view })}
    aria-current={isCurrent ? 'page' : undefined}
    data-small={isSmall}
    className="inline-flex min-h-10 items-center gap-1.5 rounded-lg px-3 font-display font-semibold text-[0.95rem] text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink data-[small=true]:min-h-9 data-[small=true]:px-2.5 data-[small=true]:text-sm"
  >
    {title}
    {count > 0 && <span className="tabular-nums">{countText(count)}</span>}
  </Link>
)
