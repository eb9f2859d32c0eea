import type { Inquiry } from '@app/contracts/inquiries'
import { Clock3 } from 'lucide-react'
import { ageText, clockOf, isOpen } from '../clock'
import { Mark } from '../mark'
import { timeWords } from '../time-words'
import { useNow } from '../use-now'

/** The 24 hours of the open inquiry, as they run. */
export function ClockLine({ inquiry }: { inquiry: Inquiry }) {
  const now = useNow()
  const { tone, text } = clockOf(inquiry, now)
  const { receivedAt, dueBy, answeredAt, spam } = inquiry
  const due = isOpen(inquiry) && dueBy
  return (
    <div className="mr-auto grid min-w-0 gap-1">
      {!spam && <Mark tone={tone} icon={tone === 'calm' ? Clock3 : undefined} text={text} />}
      <p className="text-muted text-sm">
        Received {timeWords(receivedAt, now)}, {ageText(receivedAt, now)}.
        {due && <> Answer due by {timeWords(due, now)}.</>}
        {answeredAt && <> Answered {timeWords(answeredAt, now)}.</>}
      </p>
    </div>
  )
}
