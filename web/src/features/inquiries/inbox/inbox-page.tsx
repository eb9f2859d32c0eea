import { type InboxCounts, inboxPageSize } from '@app/contracts/inbox'
import { WifiOff } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { useUser } from '#features/sign-in/user'
import { useHasNoNetwork } from '#lib/connection'
import { inboxPath } from '#lib/paths'
import { useShortcuts } from '#lib/use-listener'
import { PageSteps } from '#ui/list-controls'
import { LoadState } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { SearchBox } from '#ui/search-box'
import { InboxList } from './inbox-list'
import { MailView, useUnmatchedCount } from './mail-view'
import { PersonRecords } from './person-records'
import { Thread } from './thread'
import {
  countText,
  emptyTexts,
  isMailView,
  mailViews,
  mainViews,
  otherViews,
  type ShownView,
  useInbox,
  viewTitles,
} from './use-inbox'
import { useLiveInbox } from './use-live-inbox'

type ViewLinksProps = {
  shown: ShownView
  counts: InboxCounts | undefined
  unmatched: number | undefined
  /** Every view is left while all conversations are searched. */
  isSearching: boolean
}

const titleOf = (view: ShownView) => (isMailView(view) ? mailViews[view].title : viewTitles[view])

/** The views of the inbox: three for everyday work, and the others behind one. */
function ViewLinks({ shown, counts, unmatched = 0, isSearching }: ViewLinksProps) {
  const countOf = (view: ShownView) =>
    isMailView(view) ? (view === 'unmatched' ? unmatched : 0) : (counts?.[view] ?? 0)
  const held = countOf('held')
  const isOther = !isSearching && otherViews.some((one) => one === shown)
  // Mail that needs a decision comes first.
  const firstOther = unmatched > 0 || held === 0 ? 'unmatched' : 'held'
  const link = (view: ShownView, isSmall = false) => (
    <ViewLink
      key={view}
      view={view}
      title={titleOf(view)}
      count={countOf(view)}
      isCurrent={!isSearching && view === shown}
      isSmall={isSmall}
    />
  )
  return (
    <>
      <nav aria-label="Views" className="flex flex-wrap gap-1 border-line border-b pb-1">
        {mainViews.map((one) => link(one))}
        <ViewLink view={firstOther} title="Other" count={unmatched + held} isCurrent={isOther} />
      </nav>
      {isOther && (
        <nav aria-label="Other views" className="flex flex-wrap gap-1">
          {otherViews.map((one) => link(one, true))}
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

type Props = { userId: string | undefined; Records: ComponentProps<typeof Thread>['Records'] }

/** The inbox of the team: views, their conversations, and the open one, or the unmatched mail. On a phone the list, then the thread. */
export function InboxPage({ userId, Records }: Props) {
  usePageTitle('Inbox')
  const inbox = useInbox()
  useLiveInbox()
  const { view, page, list, rows, open, isWide, show, step } = inbox
  const { data, error, refetch } = list
  useShortcuts({ j: () => step(1), k: () => step(-1) })
  const unmatched = useUnmatchedCount()
  const shown = inbox.mailView ?? view
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / inboxPageSize))
  const hasNoNetwork = useHasNoNetwork()
  const isThreadOnly = !isWide && open !== undefined

  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-4 lg:h-[calc(100dvh-7.5rem)] lg:min-h-96 lg:grid-rows-[auto_minmax(0,1fr)]">
      {(hasNoNetwork || !isThreadOnly) && (
        <div className="grid gap-1.5">
          {hasNoNetwork && <OfflineStrip />}
          {!isThreadOnly && (
            <ViewLinks shown={shown} counts={data?.counts} unmatched={unmatched} isSearching={inbox.q !== ''} />
          )}
        </div>
      )}
      {inbox.mailView ? (
        <MailView key={inbox.mailView} view={inbox.mailView} onOpen={(inquiry) => show(inquiry)} />
      ) : (
        <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[19rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
          {!isThreadOnly && (
            <div className="grid min-h-0 content-start gap-3 lg:overflow-y-auto lg:border-line lg:border-r lg:pr-3">
              <InboxSearch
                q={inbox.q}
                onSearch={inbox.find}
                total={data && !list.isPlaceholderData ? data.total : undefined}
              />
              <LoadState query={{ data, error, refetch }} what="the inbox" />
              {data && rows.length === 0 && !inbox.q && (
                <p className="py-8 text-center text-muted">{emptyTexts[view]}</p>
              )}
              <InboxList rows={rows} open={open} view={view} q={inbox.q} page={page} userId={userId} />
              <PageSteps page={page} pages={pages} onPage={(next) => inbox.turn(next)} />
            </div>
          )}
          {open ? (
            <Thread
              key={open}
              id={open}
              userId={userId}
              Records={Records}
              isFound={inbox.q !== ''}
              onLeave={() => inbox.leave(open)}
              onReturn={() => show(open)}
              onBack={isWide ? undefined : () => show(undefined)}
            />
          ) : (
            isWide && <p className="py-8 text-center text-muted">No conversation is open.</p>
          )}
        </div>
      )}
    </div>
  )
}

const OfflineStrip = () => (
  <p role="status" className="flex items-center gap-3 rounded-lg bg-ink px-3 py-2 font-semibold text-card">
    <WifiOff className="size-5 shrink-0" aria-hidden="true" />
    You are offline. Nothing new arrives here, and nothing is sent, until you are connected again.
  </p>
)

export const Inbox = () => <InboxPage userId={useUser()?.id} Records={PersonRecords} />

type InboxSearchProps = { q: string; onSearch: (q: string) => void; total: number | undefined }

/** Searches every conversation in full. */
const InboxSearch = ({ q, onSearch, total }: InboxSearchProps) => (
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
