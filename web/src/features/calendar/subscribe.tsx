import { type CreatedFeed, createCalendarFeed } from '@app/contracts/calendar'
import { CalendarPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { useRecentSignIn } from '#lib/recent-sign-in'
import { Button, SmallButton } from '#ui/button'
import { CheckField } from '#ui/check-field'
import { Dialog } from '#ui/dialog'
import { Failure } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { feedDates, useFeeds } from './use-feeds'

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
