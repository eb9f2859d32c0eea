import { minutes } from '@app/contracts/durations'
import type { InboxRow } from '@app/contracts/inbox'
import { reminderLead } from '@app/contracts/inquiries'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { spanText } from '#lib/span-text'
import { useNow } from '#lib/use-now'
import { formatTime } from '../format-time'
import { isOpen } from '../response-deadline'
import { inboxPath } from './inbox-views'
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
    </Link>
  )
}

/** The waiting time, which is loud only when little of it is left. */
export function waitText(row: InboxRow, now: number): { tone: 'bad' | 'warn' | 'calm'; text: string } {
  if (row.snoozedUntil && Date.parse(row.snoozedUntil) > now)
    return { tone: 'calm', text: formatTime(row.snoozedUntil, now) }
  if (row.snoozedUntil && row.status === 'answered') return { tone: 'warn', text: 'follow up' }
  const waited = now - Date.parse(row.at)
  const age = { tone: 'calm', text: waited < minutes(1) ? 'now' : spanText(waited) } as const
  if (!isOpen(row) || !row.dueBy) return age
  const left = Date.parse(row.dueBy) - now
  if (left < 0) return { tone: 'bad', text: `${spanText(-left)} late` }
  return left <= reminderLead ? { tone: 'warn', text: `${spanText(left)} left` } : age
}
