import type { CalendarFeed } from '@app/contracts/calendar'
import { wordsOf } from '@app/table-schema/field'
import { CalendarDays } from 'lucide-react'
import { failureText } from '#lib/failure-text'
import { SmallButton } from '#ui/button'
import { ListCard, ListCardText } from '#ui/list-card'
import { Notice } from '#ui/notice'
import { feedDates, useFeeds } from './use-feeds'

/** The user's calendar addresses of all tables: they work without a session, so they end here as well. */
export function FeedsSection() {
  const { feeds, error, revoke } = useFeeds()
  const failure =
    (error && failureText(error, 'Failed to load calendar addresses')) ||
    (revoke.error && failureText(revoke.error, 'Failed to revoke the address'))
  if (feeds.length === 0 && !failure && !revoke.isSuccess) return null
  return (
    <section aria-labelledby="feeds" className="grid gap-4">
      <h2 id="feeds" className="text-2xl">
        Your calendar addresses
      </h2>
      <p className="max-w-prose text-muted">
        Anyone who has such an address can read the dates of its table. Revoke any you do not use.
      </p>
      {failure && <Notice tone="bad" text={failure} />}
      <p role="status" className="sr-only">
        {revoke.isSuccess && `Revoked: ${wordsOf(revoke.variables.table)}`}
      </p>
      {feeds.length > 0 && (
        <ul aria-label="Calendar addresses" className="grid gap-3">
          {feeds.map((feed) => (
            <FeedItem key={feed.id} feed={feed} busy={revoke.isPending} onRevoke={() => revoke.mutate(feed)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FeedItem({ feed, busy, onRevoke }: { feed: CalendarFeed; busy: boolean; onRevoke: () => void }) {
  const { id, table, mine } = feed
  const nameId = `feed-${id}`
  const buttonId = `feed-${id}-revoke`
  return (
    <ListCard icon={CalendarDays}>
      <ListCardText id={nameId} title={mine ? `My ${wordsOf(table).toLowerCase()}` : wordsOf(table)}>
        {feedDates(feed)}
      </ListCardText>
      <SmallButton id={buttonId} aria-labelledby={`${buttonId} ${nameId}`} disabled={busy} onClick={onRevoke}>
        Revoke
      </SmallButton>
    </ListCard>
  )
}
