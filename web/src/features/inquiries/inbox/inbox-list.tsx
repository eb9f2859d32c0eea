import { minutes } from '@app/contracts/durations'
import type { InboxRow } from '@app/contracts/inbox'
import { reminderLead } from '@app/contracts/inquiries'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { inboxPath } from '#lib/paths'
import { dueText, spanText } from '#lib/span-text'
import { useNow } from '#lib/use-now'
import { formatTime } from '../format-time'
import { isOpen } from '../response-deadline'
import { aboutSender } from './messages'
import type { Inbox } from './use-inbox'

type Props = Pick<Inbox, 'rows' | 'open' | 'view' | 'q' | 'page'> & { userId: string | undefined }

/** The conversations of a view: who wrote, the first line, and who takes care of it. */
export const InboxList = ({ rows, open, view, q, page, userId }: Props) => (
  <ul aria-label="Conversations" className="grid grid-cols-[minmax(0,1fr)] content-start gap-px">
    {rows.map((row) => (
      <li key={row.id}>
        <Row row={row} isOpen={row.id === open} href={inboxPath({ view, q, page, open: row.id })} userId={userId} />
      </li>
    ))}
  </ul>
)

type RowProps = { row: InboxRow; isOpen: boolean; href: string; userId: string | undefined }

function Row({ row, isOpen: isCurrent, href, userId }: RowProps) {
  const now = useNow()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isCurrent) link.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  const { tone, text } = waitText(row, now)
  const assignee = row.assignee && (row.assignee === userId ? 'You' : (row.assigneeName ?? 'A former colleague'))
  return (
    <Link
      ref={link}
      href={href}
      aria-current={isCurrent || undefined}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded-lg border border-transparent border-l-4 px-3 py-2 hover:bg-sunken aria-[current]:border-line aria-[current]:border-l-accent aria-[current]:bg-card"
    >
      <span className="truncate font-semibold">{row.name || row.email || 'No name'}</span>
      <span
        data-tone={tone}
        className="whitespace-nowrap text-muted text-sm tabular-nums data-[tone=bad]:font-semibold data-[tone=warn]:font-semibold data-[tone=bad]:text-bad data-[tone=warn]:text-warn"
      >
        {text}
      </span>
      <span className="truncate text-[0.95rem] text-muted">
        {row.isOurs && <span>You wrote: </span>}
        {row.line || 'No text'}
      </span>
      {assignee && <span className="max-w-28 truncate text-sm">{assignee}</span>}
      {row.from && <LineSender from={row.from} />}
    </Link>
  )
}

/** Whose line it is: the name above is the visitor's, and anybody who has a mail of ours can write into the conversation. */
function LineSender({ from }: { from: NonNullable<InboxRow['from']> }) {
  const { about, isCertain } = aboutSender(from)
  return (
    <span
      data-certain={isCertain}
      className="col-span-2 text-muted text-sm [overflow-wrap:anywhere] data-[certain=false]:text-warn"
    >
      {from.address}, {about[0]!.toLowerCase() + about.slice(1)}
    </span>
  )
}

/** The time left for an answer, which is loud only when it is short; for the others how old the newest message is. */
export function waitText(row: InboxRow, now: number): { tone: 'bad' | 'warn' | 'calm'; text: string } {
  if (row.snoozedUntil && Date.parse(row.snoozedUntil) > now)
    return { tone: 'calm', text: formatTime(row.snoozedUntil, now) }
  if (row.snoozedUntil && row.status === 'answered') return { tone: 'warn', text: 'follow up' }
  if (!isOpen(row) || !row.dueBy) {
    const waited = now - Date.parse(row.at)
    return { tone: 'calm', text: waited < minutes(1) ? 'now' : spanText(waited) }
  }
  const due = Date.parse(row.dueBy)
  return { tone: due < now ? 'bad' : due - now <= reminderLead ? 'warn' : 'calm', text: dueText(due, now) }
}
