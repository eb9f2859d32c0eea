import { inboxPageSize } from '@app/contracts/inbox'
import { Link } from 'wouter'
import { useShortcuts } from '#lib/use-shortcuts'
import { LoadError, Loading } from '#ui/load-state'
import { PageSteps } from '#ui/page-steps'
import { usePageTitle } from '#ui/page-title'
import { InboxList } from './inbox-list'
import { InboxSearch } from './inbox-search'
import { countText, emptyTexts, inboxPath, isMailView, mailViews, shownViews, viewTitles } from './inbox-views'
import { MailView, useUnmatchedCount } from './mail-view'
import type { PersonRecords } from './person-panel'
import { Thread } from './thread'
import { useInbox } from './use-inbox'
import { useLiveInbox } from './use-live-inbox'

type Props = { userId: string | undefined; Records: PersonRecords }

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
  const isThreadOnly = !isWide && open !== undefined

  return (
    <div className="grid min-h-0 grid-cols-[minmax(0,1fr)] gap-4 lg:h-[calc(100dvh-7.5rem)] lg:min-h-96 lg:grid-rows-[auto_minmax(0,1fr)]">
      {!isThreadOnly && (
        <nav aria-label="Views" className="flex gap-1 overflow-x-auto border-line border-b pb-1">
          {shownViews.map((one) => {
            const count = isMailView(one) ? one === 'unmatched' && unmatched : data?.counts[one]
            return (
              <Link
                key={one}
                href={inboxPath({ view: one })}
                aria-current={one === shown && !inbox.q ? 'page' : undefined}
                className="inline-flex min-h-10 shrink-0 items-center gap-1.5 rounded-lg px-3 font-display font-semibold text-[0.95rem] text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink"
              >
                {isMailView(one) ? mailViews[one].title : viewTitles[one]}
                {count !== undefined && count !== false && count > 0 && (
                  <span className="tabular-nums">{countText(count)}</span>
                )}
              </Link>
            )
          })}
        </nav>
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
              {error && (
                <LoadError error={error} fallback="Failed to load the inbox" isOutdated={!!data} onRetry={refetch} />
              )}
              {!data && !error && <Loading>Loading the inbox...</Loading>}
              {data && rows.length === 0 && !inbox.q && (
                <p className="py-8 text-center text-muted">{emptyTexts[view]}</p>
              )}
              <InboxList {...{ rows, open, view, q: inbox.q, page, userId }} />
              {pages > 1 && (
                <PageSteps page={page} pages={pages} hasMore={page < pages} onPage={(next) => inbox.turn(next)} />
              )}
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
