import type { CalendarFeed } from '@app/contracts/calendar'
import { deleteCalendarFeed, listCalendarFeeds } from '@app/contracts/calls/calendar'
import { wordsOf } from '@app/table-schema/field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays } from 'lucide-react'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'
import { failureText } from '#lib/failure-text'
import { dateText, dayAtSchool } from '#lib/school-time'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { Notice } from '#ui/notice'

const feedsQuery = queryOf(listCalendarFeeds)

/** The user's calendar addresses of all tables: they work without a session, so they end here as well. */
export function FeedsSection() {
  const client = useQueryClient()
  const { data: feeds = [], error } = useQuery(feedsQuery)
  const revoke = useSingleMutation({
    mutationKey: ['revoke-feed'],
    mutationFn: ({ id }: CalendarFeed) => callApi(deleteCalendarFeed, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: feedsQuery.queryKey }),
  })
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
      {failure && (
        <Notice tone="bad">
          <p>{failure}</p>
        </Notice>
      )}
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

const day = (at: string) => dateText(dayAtSchool(at))

function FeedItem({ feed, busy, onRevoke }: { feed: CalendarFeed; busy: boolean; onRevoke: () => void }) {
  const { id, table, mine, createdAt, lastReadAt } = feed
  const [nameId, buttonId] = [`feed-${id}`, `feed-${id}-revoke`]
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-xl border border-line bg-card p-4">
      <CalendarDays className="size-7 shrink-0 text-forest" />
      <div className="min-w-0 flex-1 basis-56">
        <p id={nameId} className="font-semibold [overflow-wrap:anywhere]">
          {mine && 'My '}
          {mine ? wordsOf(table).toLowerCase() : wordsOf(table)}
        </p>
        <p className="text-muted text-sm">
          Created {day(createdAt)}, {lastReadAt ? `last used ${day(lastReadAt)}` : 'not used yet'}
        </p>
      </div>
      <Button
        id={buttonId}
        variant="outline"
        size="small"
        aria-labelledby={`${buttonId} ${nameId}`}
        disabled={busy}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  )
}
