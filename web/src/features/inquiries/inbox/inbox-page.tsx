import { minutes } from '@app/contracts/durations'
import { type InboxCounts, type InboxRow, inboxPageSize } from '@app/contracts/inbox'
import { reminderLead } from '@app/contracts/inquiries'
import { WifiOff } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useUser } from '#features/sign-in/user'
import { useHasNoNetwork } from '#lib/connection'
import { inboxPath } from '#lib/paths'
import { dueText, spanText } from '#lib/span-text'
import { useShortcuts } from '#lib/use-listener'
import { useNow } from '#lib/use-now'
import { PageSteps, SearchBox } from '#ui/list-controls'
import { LoadState } from '#ui/load-state'
import { usePageTitle } from '#ui/page-title'
import { formatTime } from '../format-time'
import { isOpen } from '../response-deadline'
import { MailView, useUnmatchedCount } from './mail-view'
import { aboutSender } from './messages'
import { PersonRecords } from './person-records'
import { Thread } from './thread'
import {
  countText,
  emptyTexts,
  type Inbox as InboxState,
  isMailView,
  mailViews,
  mainViews,
  otherViews,
  type ShownView,
  useInbox,
  useLiveInbox,
  viewTitles,
} from './use-inbox'

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

type ListProps = Pick<InboxState, 'rows' | 'open' | 'view' | 'q' | 'page'> & { userId: string | undefined }

/** The conversations of a view: who wrote, the first line, and who takes care of it. */
export const InboxList = ({ rows, open, view, q, page, userId }: ListProps) => (
  <ul aria-label="Conversations" className="grid grid-cols-[minmax(0,1fr)] content-start gap-px">
    {rows.map((row) => (
      <li key={row.id}>
        <Row row={row} isOpen={row.id === open} href={inboxPath({ view, q, page, open: row.id })} userId={userId} />
      </li>
    ))}
  </ul>
)

type RowProps = { row: InboxRow; isOpen: boolean; href: string; userId: string | undefined }

function Row({ row, isOpen: isCurrent, href, userId }: RowProps) {
  const now = useNow()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  const { tone, text } = waitText(row, now)
  const assignee = row.assignee && (row.assignee === userId ? 'You' : (row.assigneeName ?? 'A former colleague'))
  return (
    <Link
      ref={link}
      href={href}
      aria-current={isCurrent || undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded-lg border border-transparent border-l-4 px-3 py-2 hover:bg-sunken aria-[current]:border-line aria-[current]:border-l-accent aria-[current]:bg-card"
    >
      <span className="truncate font-semibold">{row.name || row.email || 'No name'}</span>
      <span
        data-tone={tone}
        className="whitespace-nowrap text-muted text-sm tabular-nums data-[tone=bad]:font-semibold data-[tone=warn]:font-semibold data-[tone=bad]:text-bad data-[tone=warn]:text-warn"
      >
        {text}
      </span>
      <span className="truncate text-[0.95rem] text-muted">
        {row.isOurs && <span>You wrote: </span>}
        {row.line || 'No text'}
      </span>
      {assignee && <span className="max-w-28 truncate text-sm">{assignee}</span>}
      {row.from && <LineSender from={row.from} />}
    </Link>
  )
}

/** Whose line it is: the name above is the visitor's, and anybody who has a mail of ours can write into the conversation. */
function LineSender({ from }: { from: NonNullable<InboxRow['from']> }) {
  const { about, isCertain } = aboutSender(from)
  return (
    <span
      data-certain={isCertain}
      className="col-span-2 text-muted text-sm [overflow-wrap:anywhere] data-[certain=false]:text-warn"
    >
      {from.address}, {about[0]!.toLowerCase() + about.slice(1)}
    </span>
  )
}

/** The time left for an answer, which is loud only when it is short; for the others how old the newest message is. */
export function waitText(row: InboxRow, now: number): { tone: 'bad' | 'warn' | 'calm'; text: string } {
  if (row.snoozedUntil && Date.parse(row.snoozedUntil) > now)
    return { tone: 'calm', text: formatTime(row.snoozedUntil, now) }
  if (row.snoozedUntil && row.status === 'answered') return { tone: 'warn', text: 'follow up' }
  if (!isOpen(row) || !row.dueBy) {
    const waited = now - Date.parse(row.at)
    return { tone: 'calm', text: waited < minutes(1) ? 'now' : spanText(waited) }
  }
  const due = Date.parse(row.dueBy)
  return { tone: due < now ? 'bad' : due - now <= reminderLead ? 'warn' : 'calm', text: dueText(due, now) }
}
