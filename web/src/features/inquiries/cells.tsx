import type { MailsState } from '@app/contracts/inquiries'
import type { TableRecord } from '@app/contracts/tables'
import { Clock3, Inbox, Send } from 'lucide-react'
import { formatTime } from './format-time'
import { reasonTexts } from './mail-texts'
import { timingOf } from './read-timing'
import { ageText, deadlineOf, isOpen } from './response-deadline'
import { StatusMark } from './status-mark'
import { useNow } from './use-now'

/** The response deadline of an inquiry. */
export function DeadlineCell({ record }: { record: TableRecord }) {
  const now = useNow()
  const timing = timingOf(record)
  const { tone, text } = deadlineOf(timing, now)
  const facts = [
    isOpen(timing) && timing.dueBy && `by ${formatTime(timing.dueBy, now)}`,
    timing.receivedAt && `received ${ageText(timing.receivedAt, now)}`,
  ].filter(Boolean)
  return (
    <span className="grid justify-items-start gap-0.5 py-1">
      <StatusMark tone={tone} icon={tone === 'calm' && !timing.spam ? Clock3 : undefined} text={text} />
      <span className="pl-1 text-[0.8rem] text-muted">{facts.join(', ')}</span>
    </span>
  )
}

const states = {
  none: { tone: 'calm', text: 'Not notified', icon: Inbox },
  pending: { tone: 'warn', text: 'Sending', icon: Send },
  sent: { tone: 'good', text: 'School notified', icon: undefined },
  failed: { tone: 'bad', text: 'Failed', icon: undefined },
} as const satisfies Record<MailsState, object>

const isState = (value: unknown): value is MailsState => typeof value === 'string' && Object.hasOwn(states, value)

/** The delivery state of an inquiry's emails, and why one failed. */
export function MailCell({ record: { mail_state, mail_error } }: { record: TableRecord }) {
  if (!isState(mail_state)) return null
  const { tone, text, icon } = states[mail_state]
  return (
    <span className="grid justify-items-start gap-0.5 py-1">
      <StatusMark tone={tone} icon={icon} text={text} />
      {typeof mail_error === 'string' && (
        <span className="pl-1 text-[0.8rem] text-muted">{reasonTexts(mail_error).short}</span>
      )}
    </span>
  )
}

const heldTexts: Record<string, string> = {
  honeypot: 'likely bot',
  too_fast: 'sent too fast',
  links: 'many links',
  volume: 'unusual volume',
  marked: 'marked by staff',
  sender: 'sender marked as spam',
}

/** Whether an inquiry is held as spam, and why. */
export function SpamCell({ record: { spam, spam_reason } }: { record: TableRecord }) {
  if (spam !== true) return spam === false && 'No'
  const why = heldTexts[String(spam_reason)]
  return <StatusMark tone="warn" icon={Inbox} text={why ? `Spam: ${why}` : 'Spam'} />
}
