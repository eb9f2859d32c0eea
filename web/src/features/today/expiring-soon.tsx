import type { Expiry } from '@app/contracts/today'
import { Link } from 'wouter'
import { listPath } from '#lib/list-address'
import { dateText } from '#lib/school-time'

const text = ({ kind, date }: Expiry, today: string) => {
  if (kind === 'inspection') return `last inspected ${dateText(date)}`
  return date < today ? `certificate ended ${dateText(date)}` : `certificate ends ${dateText(date)}`
}

/** Certificates that end soon and equipment not inspected for a year. */
export const ExpiringSoon = ({ expiring, today }: { expiring: readonly Expiry[]; today: string }) =>
  expiring.length > 0 && (
    <section aria-labelledby="soon" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id="soon" className="text-xl">
        Soon
      </h2>
      <ul className="grid gap-1">
        {expiring.map((each) => (
          <li key={each.id}>
            <Link
              href={listPath({ table: each.table, record: each.id })}
              className="flex min-h-11 flex-wrap items-center gap-x-2 rounded-lg px-2 hover:bg-sunken"
            >
              <span className="font-semibold">{each.label}:</span>
              <span className={each.kind === 'certificate' && each.date < today ? 'text-bad' : 'text-muted'}>
                {text(each, today)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
