import type { TodayAnswer } from '@app/contracts/today'
import { Link } from 'wouter'
import { listPath } from '#lib/list-address'
import { inboxPath } from '#lib/paths'
import { dueText } from '#lib/span-text'

const open = {
  table: 'contact_submissions',
  filters: { status__in: 'new,in_progress', spam: 'false' },
  sort: { field: 'due_by', direction: 'asc' },
} as const

/** Open inquiries, the most urgent first. */
export function DueInquiries({ due, open: total, overdue }: NonNullable<TodayAnswer['inquiries']>) {
  const now = Date.now()
  const more = total - due.length
  return (
    <section aria-labelledby="to-answer" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="to-answer" className="text-xl">
        To answer {overdue > 0 && <span className="text-bad">({overdue} overdue)</span>}
      </h2>
      {total === 0 && <p className="text-muted">Every inquiry has been answered.</p>}
      <ul className="grid gap-2">
        {due.map(({ id, name, interestName, dueBy }) => (
          <li key={id}>
            <Link
              href={inboxPath({ open: id })}
              className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 rounded-xl border border-line bg-card px-4 py-2 hover:border-forest"
            >
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <strong className="font-semibold">{name}</strong> <span className="text-muted">{interestName}</span>
              </span>
              <span className={Date.parse(dueBy) < now ? 'font-semibold text-bad' : 'text-muted'}>
                {dueText(Date.parse(dueBy), now)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link href={listPath(open)} className="text-link inline-flex min-h-11 items-center justify-self-start">
          {more} more
        </Link>
      )}
    </section>
  )
}
