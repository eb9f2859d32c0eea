import { Link } from 'wouter'
import { listPath } from '#lib/list-address'
import { longDay } from '#lib/school-time'
import type { Entry } from './entries'

type Props = { table: string; days: readonly string[]; entries: ReadonlyMap<string, Entry[]> }

/** The days that have entries, one below the other. */
export function Agenda({ table, days, entries }: Props) {
  const shown = days.filter((day) => entries.has(day))
  if (shown.length === 0) return <p className="text-muted">Nothing in this period.</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {shown.map((day) => (
        <section
          key={day}
          aria-labelledby={`day-${day}`}
          className="grid grid-cols-[minmax(0,1fr)] gap-2 [contain-intrinsic-size:auto_20rem] [content-visibility:auto]"
        >
          <h3 id={`day-${day}`} className="text-lg">
            {longDay(day)}
          </h3>
          <ul className="grid gap-1.5">
            {entries.get(day)!.map(({ id, time, title, cancelled }) => (
              <li key={id}>
                <Link
                  href={listPath({ table, record: id })}
                  className="-outline-offset-3 grid min-h-12 grid-cols-[5.5rem_minmax(0,1fr)] items-center gap-3 rounded-xl border border-line bg-card px-4 py-2 hover:border-forest"
                >
                  <span className="font-display font-semibold">{time || 'All day'}</span>
                  <span className={`[overflow-wrap:anywhere] ${cancelled ? 'line-through' : ''}`}>
                    {title}
                    {cancelled && <span className="sr-only"> (cancelled)</span>}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
