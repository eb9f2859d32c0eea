import type { Inquiry } from '@app/contracts/inquiries'
import { Clock3 } from 'lucide-react'
import { useNow } from '#lib/use-now'
import { formatTime } from '../format-time'
import { ageText, deadlineOf, isOpen } from '../response-deadline'
import { StatusMark } from '../status-mark'

/** The response deadline of the open inquiry, kept current. */
export function DeadlineLine({ inquiry }: { inquiry: Inquiry }) {
  const now = useNow()
  const { tone, text } = deadlineOf(inquiry, now)
  const { receivedAt, dueBy, answeredAt, spam } = inquiry
  const due = isOpen(inquiry) && dueBy
  return (
    <div className="mr-auto grid min-w-0 gap-1">
      {!spam && <StatusMark tone={tone} icon={tone === 'calm' ? Clock3 : undefined} text={text} />}
      <p className="text-muted text-sm">
        Received {formatTime(receivedAt, now)}, {ageText(receivedAt, now)}.
        {due && <> Reply due by {formatTime(due, now)}.</>}
        {answeredAt && <> Answered {formatTime(answeredAt, now)}.</>}
      </p>
    </div>
  )
}
