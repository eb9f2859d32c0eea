import type { MailsState } from '@app/contracts/inquiries'
import type { TableRecord } from '@app/contracts/tables'
import { Clock3, Inbox, Send } from 'lucide-react'
import { ageText, clockOf, isOpen } from './clock'
import { reasonWords } from './mail-words'
import { Mark } from './mark'
import { timeWords } from './time-words'
import { timingOf } from './timing'
import { useNow } from './use-now'

/** The 24 hours of one inquiry, in a cell. */
export function ClockCell({ record }: { record: TableRecord }) {
  const now = useNow()
  const timing = timingOf(record)
  const { tone, text } = clockOf(timing, now)
  const facts = [
    isOpen(timing) && timing.dueBy && `by ${timeWords(timing.dueBy, now)}`,
    timing.receivedAt && ageText(timing.receivedAt, now),
  ].filter(Boolean)
  return (
    <span className="grid justify-items-start gap-0.5 py-1">
      <Mark tone={tone} icon={tone === 'calm' && !timing.spam ? Clock3 : undefined} text={text} />
      <span className="pl-1 text-[0.8rem] text-muted">{facts.join(', ')}</span>
    </span>
  )
}

const states = {
  none: { tone: 'calm', text: 'No mail', icon: Inbox },
  pending: { tone: 'warn', text: 'On its way', icon: Send },
  sent: { tone: 'good', text: 'Sent', icon: undefined },
  failed: { tone: 'bad', text: 'Failed', icon: undefined },
} as const satisfies Record<MailsState, object>

const isState = (value: unknown): value is MailsState => typeof value === 'string' && Object.hasOwn(states, value)

/** How the mails of one inquiry stand, and what holds them up. */
export function MailCell({ record: { mail_state, mail_error } }: { record: TableRecord }) {
  if (!isState(mail_state)) return null
  const { tone, text, icon } = states[mail_state]
  return (
    <span className="grid justify-items-start gap-0.5 py-1">
      <Mark tone={tone} icon={icon} text={text} />
      {typeof mail_error === 'string' && (
        <span className="pl-1 text-[0.8rem] text-muted">{reasonWords(mail_error).short}</span>
      )}
    </span>
  )
}

const held: Record<string, string> = {
  honeypot: 'a hidden field was filled',
  too_fast: 'sent too fast',
  links: 'many links',
  volume: 'too many in an hour',
}

/** Whether an inquiry is held, and why. */
export function SpamCell({ record: { spam, spam_reason } }: { record: TableRecord }) {
  if (spam !== true) return spam === false && 'No'
  const why = held[String(spam_reason)]
  return <Mark tone="warn" icon={Inbox} text={why ? `Spam: ${why}` : 'Spam'} />
}
