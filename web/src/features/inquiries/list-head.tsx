import { Settings, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { failureText } from '#lib/failure-text'
import type { Filters } from '#lib/list-address'
import { paths } from '#lib/paths'
import { useIsAdmin } from '#lib/rights'
import { Button } from '#ui/button'
import { filteredPath, isFilteredBy, type QuickFilter, quickFilters } from './quick-filters'
import { useCounters } from './use-counters'

/** Everything but held spam, which has a list of its own. */
const everything = { filters: { spam__ne: 'true' }, sort: null }

const chip =
  'inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-card px-3.5 text-sm hover:border-forest data-[tone=bad]:border-bad-line data-[tone=bad]:bg-bad-soft data-[tone=bad]:text-bad data-[tone=warn]:border-warn-line data-[tone=warn]:bg-warn-soft data-[tone=warn]:text-warn aria-[current]:border-forest aria-[current]:shadow-[inset_0_0_0_1px_var(--color-forest)]'

type Props = { view: { filters: Filters; q: string } }

/** Counters of inquiries, each a link to the counted ones; for admins the way to the settings. */
export function ListHead({ view: { filters, q } }: Props) {
  const withSettings = useIsAdmin()
  const { data, error, refetch, isFetching } = useCounters()
  const isCurrent = (wanted: Pick<QuickFilter, 'filters'>) =>
    (q === '' && isFilteredBy(filters, wanted.filters)) || undefined
  /** States that no inquiry is in are left out, apart from those where work begins. */
  const isShown = (one: QuickFilter) =>
    one.counter === 'new' || one.counter === 'inProgress' || !data || data[one.counter] > 0 || isCurrent(one)
  return (
    <nav aria-label="Inquiries by state" className="flex min-w-0 flex-wrap items-center gap-2 compact:w-full">
      <ul className="flex flex-wrap gap-2 compact:min-w-0 compact:flex-nowrap compact:flex-1 compact:overflow-x-auto compact:p-1 compact:*:shrink-0">
        <li>
          <Link href={filteredPath(everything)} aria-current={isCurrent(everything)} className={chip}>
            All
          </Link>
        </li>
        {quickFilters.filter(isShown).map((one) => (
          <li key={one.counter}>
            <Link
              href={filteredPath(one)}
              aria-current={isCurrent(one)}
              data-tone={data && data[one.counter] > 0 ? one.tone : undefined}
              className={chip}
            >
              {data && data[one.counter] > 0 && one.tone === 'bad' && (
                <TriangleAlert className="size-4" aria-hidden="true" />
              )}
              {one.label} <strong className="font-display tabular-nums">{data ? data[one.counter] : '–'}</strong>
            </Link>
          </li>
        ))}
      </ul>
      {withSettings && (
        <Link
          href={paths.inquirySettings}
          title="Settings of inquiries"
          className="grid size-9 shrink-0 place-items-center rounded-full text-forest hover:bg-sunken"
        >
          <Settings className="size-4" aria-hidden="true" />
          <span className="sr-only">Settings</span>
        </Link>
      )}
      {error && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-bad text-sm">
          {failureText(error, 'Failed to count the inquiries')}
          <Button size="small" variant="quiet" className="px-0!" disabled={isFetching} onClick={() => refetch()}>
            Count again
          </Button>
        </p>
      )}
      <p role="status" className="sr-only">
        {data && data.overdue > 0 && `${data.overdue} overdue. `}
        {data && data.failed > 0 && `${data.failed} with a failed email.`}
      </p>
    </nav>
  )
}
