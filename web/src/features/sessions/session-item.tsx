import type { SessionSummary } from '@app/contracts/sessions'
import { Monitor } from 'lucide-react'
import { momentText } from '#lib/school-time'
import { Button } from '#ui/button'

type Props = { session: SessionSummary; busy: boolean; ending: boolean; onEnd: () => void }

const Instant = ({ at }: { at: string }) => <time dateTime={at}>{momentText(at)}</time>

/** One browser that is signed in. The one that shows this page is left by logging out. */
export function SessionItem({ session, busy, ending, onEnd }: Props) {
  const { device, createdAt, lastSeenAt, kept, current } = session
  const nameId = `session-${session.id}`
  const buttonId = `${nameId}-end`
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-xl border border-line bg-card p-4">
      <Monitor className="size-7 shrink-0 text-forest" />
      <div className="min-w-0 flex-1 basis-56">
        <p id={nameId} className="font-semibold [overflow-wrap:anywhere]">
          {device}
          {current && (
            <span className="ml-2 inline-block rounded-full bg-good-soft px-2.5 text-good text-sm">This browser</span>
          )}
        </p>
        <p className="text-muted text-sm">
          Signed in <Instant at={createdAt} />, last seen <Instant at={lastSeenAt} />
          {kept && ', kept signed in for the day'}
        </p>
      </div>
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
    </li>
  )
}
