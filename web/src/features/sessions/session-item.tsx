import type { SessionSummary } from '@app/contracts/account'
import { Monitor } from 'lucide-react'
import { momentText } from '#lib/school-time'
import { Button } from '#ui/button'
import { ListCard, ListCardText } from '#ui/list-card'

type Props = { session: SessionSummary; busy: boolean; ending: boolean; onEnd: () => void }

const Instant = ({ at }: { at: string }) => <time dateTime={at}>{momentText(at)}</time>

/** One browser that is signed in. The one that shows this page is left by logging out. */
export function SessionItem({ session, busy, ending, onEnd }: Props) {
  const { device, createdAt, lastSeenAt, kept, current } = session
  const nameId = `session-${session.id}`
  const buttonId = `${nameId}-end`
  return (
    <ListCard icon={Monitor}>
      <ListCardText
        id={nameId}
        title={
          <>
            {device}
            {current && (
              <span className="ml-2 inline-block rounded-full bg-good-soft px-2.5 text-good text-sm">This browser</span>
            )}
          </>
        }
      >
        Signed in <Instant at={createdAt} />, last seen <Instant at={lastSeenAt} />
        {kept && ', kept signed in for the day'}
      </ListCardText>
      <Button
        id={buttonId}
        variant="outline"
        size="small"
        aria-labelledby={`${buttonId} ${nameId}`}
        disabled={busy}
        onClick={onEnd}
      >
        {ending ? 'Ending...' : current ? 'Log out' : 'End'}
      </Button>
    </ListCard>
  )
}
