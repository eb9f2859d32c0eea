import { inquiryStatus, type MailsState } from '@app/contracts/inquiries'
import type { TableRecord } from '@app/contracts/tables'
import { Check, CircleCheck, Clock3, Inbox, type LucideIcon, Minus, Send, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { useNow } from '#lib/use-now'
import { reasonTexts } from './delivery-texts'
import { formatTime } from './format-time'
import { ageText, deadlineOf, isOpen, type Timing } from './response-deadline'

type Tone = 'bad' | 'warn' | 'good' | 'calm'

const tones: Record<Tone, { look: string; Icon: LucideIcon }> = {
  bad: { look: 'border-bad-line bg-bad-soft text-bad', Icon: TriangleAlert },
  warn: { look: 'border-warn-line bg-warn-soft text-warn', Icon: Clock3 },
  good: { look: 'border-good-line bg-good-soft text-good', Icon: CircleCheck },
  calm: { look: 'border-line bg-paper text-ink', Icon: Minus },
}

/** Only these need a look: the others are plain words. */
const isUnusual = (tone: Tone) => tone === 'bad' || tone === 'warn'

/** A short status. Icon and text carry the meaning, the color only supports it. */
export const StatusMark = ({ tone, icon, text }: { tone: Tone; icon?: LucideIcon; text: string }) => {
  const { look, Icon } = tones[tone]
  const Sign = icon ?? Icon
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 justify-self-start rounded-full border px-2.5 py-px font-semibold ${look}`}
    >
      <Sign className="size-3.5 shrink-0" aria-hidden="true" />
      {text}
    </span>
  )
}

export function DeadlineCell({ record }: { record: TableRecord }) {
  const now = useNow()
  const timing = timingOf(record)
  const { tone, text } = deadlineOf(timing, now)
  const by = isOpen(timing) && timing.dueBy ? `by ${formatTime(timing.dueBy, now)}, ` : ''
  const age = timing.receivedAt && ageText(timing.receivedAt, now)
  return (
    <StatusAndNote
      status={isUnusual(tone) ? <StatusMark tone={tone} text={text} /> : <Usual text={text} />}
      isOptional
      note={
        age && (
          <span title={`${by}received ${age}`}>
            <span className="sr-only">{by}received </span>
            {age}
          </span>
        )
      }
    />
  )
}

type StatusAndNoteProps = { status: ReactNode; note: ReactNode; isOptional?: boolean }

/**
 * An optional note is left out on phones and where it does not fit next to the status, which is a line and 4 px high; any
 * other is cut.
 */
const StatusAndNote = ({ status, note, isOptional = false }: StatusAndNoteProps) => (
  <span
    className={`flex min-w-0 items-center gap-2 ${isOptional ? 'max-h-[calc(1lh+4px)] flex-wrap content-start overflow-hidden' : ''}`}
  >
    <span className="inline-flex shrink-0">{status}</span>
    {note && (
      <span className={`text-[0.8rem] text-muted ${isOptional ? 'whitespace-nowrap max-md:hidden' : 'truncate'}`}>
        {note}
      </span>
    )}
  </span>
)

const states = {
  none: { tone: 'calm', text: 'Not notified', icon: undefined },
  pending: { tone: 'warn', text: 'Sending', icon: Send },
  sent: { tone: 'good', text: 'School notified', icon: undefined },
  failed: { tone: 'bad', text: 'Failed', icon: undefined },
} as const satisfies Record<MailsState, object>

const isState = (value: unknown): value is MailsState => typeof value === 'string' && Object.hasOwn(states, value)

const Usual = ({ text }: { text: string }) => <span className="text-muted">{text}</span>

/** Nearly every row says this, so it is only a mark. */
const Notified = ({ text }: { text: string }) => (
  <span title={text} className="text-muted">
    <Check className="size-4" aria-hidden="true" />
    <span className="sr-only">{text}</span>
  </span>
)

/** The delivery state of an inquiry's emails, and why one failed. */
export function MailCell({ record: { mail_state, mail_error } }: { record: TableRecord }) {
  if (!isState(mail_state)) return null
  const { tone, text, icon } = states[mail_state]
  const reason = typeof mail_error === 'string' && reasonTexts(mail_error).short
  return (
    <StatusAndNote
      status={
        isUnusual(tone) ? (
          <StatusMark tone={tone} icon={icon} text={text} />
        ) : mail_state === 'sent' ? (
          <Notified text={text} />
        ) : (
          <Usual text={text} />
        )
      }
      note={reason && <span title={reason}>{reason}</span>}
    />
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

export function SpamCell({ record: { spam, spam_reason } }: { record: TableRecord }) {
  if (spam !== true) return spam === false && 'No'
  const why = heldTexts[String(spam_reason)]
  return <StatusMark tone="warn" icon={Inbox} text={why ? `Spam: ${why}` : 'Spam'} />
}

const instant = v.fallback(v.nullable(v.string()), null)

/** Stored records may lack or misuse fields: unreadable values count as missing. */
const timing = v.object({
  status: v.fallback(inquiryStatus, 'new'),
  spam: v.fallback(v.boolean(), false),
  created_at: v.fallback(v.string(), ''),
  due_by: instant,
  answered_at: instant,
})

function timingOf(record: TableRecord): Timing {
  const { status, spam, created_at, due_by, answered_at } = v.parse(timing, record)
  return { status, spam, receivedAt: created_at, dueBy: due_by, answeredAt: answered_at }
}
