import {
  type CalendarFeed,
  type CreatedFeed,
  createCalendarFeed,
  deleteCalendarFeed,
  listCalendarFeeds,
} from '@app/contracts/calendar'
import { wordsOf } from '@app/table-schema/field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, CalendarPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { failureText } from '#lib/failure-text'
import { queryOf, useCallMutation } from '#lib/queries'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { dateText, dayAtSchool } from '#lib/school-time'
import { Button, SmallButton } from '#ui/button'
import { CheckField } from '#ui/check-field'
import { Dialog } from '#ui/dialog'
import { ListCard, ListCardText } from '#ui/list-card'
import { Failure } from '#ui/load-state'
import { Notice } from '#ui/notice'

const feedsQuery = queryOf(listCalendarFeeds)

/** The user's calendar addresses, and how they are created and revoked. */
function useFeeds() {
  const client = useQueryClient()
  const { data: feeds = [], error } = useQuery(feedsQuery)
  const onSettled = () => client.invalidateQueries({ queryKey: feedsQuery.queryKey })
  const create = useCallMutation(createCalendarFeed, {
    input: (body: { table: string; mine: boolean }) => ({ body }),
    onSettled,
  })
  const revoke = useCallMutation(deleteCalendarFeed, {
    input: ({ id }: CalendarFeed) => ({ params: { id } }),
    onSettled,
  })
  return { feeds, error, create, revoke }
}

const day = (at: string) => dateText(dayAtSchool(at))

/** `Created Nov 3, 2026, last used Nov 21, 2026` */
const feedDates = ({ createdAt, lastReadAt }: CalendarFeed) =>
  `Created ${day(createdAt)}, ${lastReadAt ? `last used ${day(lastReadAt)}` : 'not used yet'}`

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

type Props = { table: string; offersMine: boolean }

export function SubscribeButton(props: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <SmallButton onClick={() => setOpen(true)}>
        <CalendarPlus className="size-4.5" />
        Subscribe
      </SmallButton>
      {open && <SubscribeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function SubscribeDialog({ table, offersMine, onClose }: Props & { onClose: () => void }) {
  const [mine, setMine] = useState(offersMine)
  useRecentSignIn('A new calendar address', createCalendarFeed)
  const { feeds, error, create, revoke } = useFeeds()
  const failure = error ?? create.error ?? revoke.error
  return (
    <Dialog title="Calendar subscriptions" onClose={onClose}>
      <div className="grid gap-4">
        <p>
          A secret address shows these dates in the calendar of your phone. Anyone who has the address can read them, so
          do not share it.
        </p>
        <Failure error={failure} fallback="Failed to change the subscriptions" />
        {create.data ? (
          <NewAddress feed={create.data} />
        ) : (
          <div className="grid justify-items-start gap-2">
            {offersMine && (
              <CheckField checked={mine} onCheck={setMine}>
                Only lessons that I teach
              </CheckField>
            )}
            <Button disabled={create.isPending} onClick={() => create.mutate({ table, mine })}>
              {create.isPending ? 'Creating...' : 'Create an address'}
            </Button>
          </div>
        )}
        {feeds.length > 0 && (
          <ul className="grid gap-2">
            {feeds.map((feed) => (
              <li key={feed.id} className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-2">
                <span>
                  {feed.mine && 'Mine. '}
                  {feedDates(feed)}
                </span>
                <SmallButton disabled={revoke.isPending} onClick={() => revoke.mutate(feed)}>
                  Revoke
                </SmallButton>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

/** The secret is stored as a hash only, so this is the one time it can be shown. */
function NewAddress({ feed: { url } }: { feed: CreatedFeed }) {
  const id = useId()
  const [copied, setCopied] = useState(false)
  return (
    <Notice tone="good" title="Your address">
      <label htmlFor={id}>Copy it now: it is not shown again.</label>
      <input id={id} readOnly value={url} className="w-full rounded-control border-2 border-edge bg-card px-3 py-2" />
      <SmallButton
        onClick={() =>
          navigator.clipboard.writeText(url).then(
            () => setCopied(true),
            () => {},
          )
        }
      >
        {copied ? 'Copied' : 'Copy'}
      </SmallButton>
    </Notice>
  )
}
