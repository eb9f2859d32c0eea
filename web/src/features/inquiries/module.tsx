import { minutes } from '@app/contracts/durations'
import { type InquiryCounters, inquiryTable } from '@app/contracts/inquiries'
import { countInquiries } from '@app/contracts/inquiry-calls'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Settings, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { callApi } from '#lib/call-api'
import { failureText } from '#lib/failure-text'
import { type Filters, listPath } from '#lib/list-address'
import { paths } from '#lib/paths'
import { recordsKey } from '#lib/records'
import { useIsAdmin } from '#lib/rights'
import type { Sort } from '#lib/sort'
import type { FeatureModule, RecordPartProps, TableExtension } from '#lib/table-extension'
import { usePresence } from '#lib/use-presence'
import { Button, SmallButton } from '#ui/button'
import { onDemand } from '#ui/chunk'
import { Loading } from '#ui/load-state'
import { Notice } from '#ui/notice'
import { BulkActions, BulkKeys } from './bulk-actions'
import { DeadlineCell, MailCell, SpamCell } from './cells'

type QuickFilter = {
  counter: keyof InquiryCounters
  label: string
  /** Applied when the count is not zero. */
  tone: 'bad' | 'warn' | 'calm'
  filters: Filters
  sort: Sort | null
}

const open = { status__in: 'new,in_progress', spam: 'false' }
const byDueDate: Sort = { field: 'due_by', direction: 'asc' }

/** The conditions match the service's counters. */
export const quickFilters: readonly QuickFilter[] = [
  { counter: 'new', label: 'New', tone: 'calm', filters: { status: 'new', spam: 'false' }, sort: byDueDate },
  {
    counter: 'inProgress',
    label: 'In progress',
    tone: 'calm',
    filters: { status: 'in_progress', spam: 'false' },
    sort: byDueDate,
  },
  { counter: 'overdue', label: 'Overdue', tone: 'bad', filters: { ...open, due_by__lt: 'now' }, sort: byDueDate },
  {
    counter: 'dueSoon',
    label: 'Due soon',
    tone: 'warn',
    filters: { ...open, due_by__gt: 'now', due_by__lt: 'now+2h' },
    sort: byDueDate,
  },
  { counter: 'failed', label: 'Email failed', tone: 'bad', filters: { mail_state: 'failed' }, sort: null },
  { counter: 'spam', label: 'Spam', tone: 'calm', filters: { spam: 'true' }, sort: null },
]

/** The list's address with exactly these filters. */
export const filteredPath = ({ filters, sort }: Pick<QuickFilter, 'filters' | 'sort'>) =>
  listPath({ table: inquiryTable, filters, sort })

export const isFilteredBy = (filters: Filters, wanted: Filters) => {
  const entries = Object.entries(wanted)
  return entries.length === Object.keys(filters).length && entries.every(([key, value]) => filters[key] === value)
}

/** Below the key of the table's records, so that a change of those refreshes the counters. */
const countersQuery = queryOptions({
  queryKey: [...recordsKey(inquiryTable), 'counters'] as const,
  queryFn: ({ signal }) => callApi(countInquiries, { signal }),
  staleTime: minutes(1) / 4,
})

/** Refreshed every minute while the page is visible and in use. */
function usePolledCounters() {
  const present = usePresence()
  return useQuery({ ...countersQuery, refetchInterval: present && minutes(1) })
}

/** Everything but held spam, which has a list of its own. */
const everything = { filters: { spam__ne: 'true' }, sort: null }

const chip =
  'inline-flex min-h-9 items-center gap-2 rounded-full border border-line bg-card px-3.5 text-sm hover:border-forest data-[tone=bad]:border-bad-line data-[tone=bad]:bg-bad-soft data-[tone=bad]:text-bad data-[tone=warn]:border-warn-line data-[tone=warn]:bg-warn-soft data-[tone=warn]:text-warn aria-[current]:border-forest aria-[current]:shadow-[inset_0_0_0_1px_var(--color-forest)]'

type Props = { view: { filters: Filters; q: string } }

/** Counters of inquiries, each a link to the counted ones; for admins the way to the settings. */
export function ListHead({ view: { filters, q } }: Props) {
  const withSettings = useIsAdmin()
  const { data, error, refetch, isFetching } = useQuery(countersQuery)
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

const Desk = onDemand(
  () => import('./record/inquiry-parts').then((file) => file.InquiryDesk),
  () => ({
    loading: <Loading className="py-4">Loading the inquiry...</Loading>,
    failed: (
      <Notice tone="warn">
        <p>
          Mails and replies could not be loaded: the site may have been updated, or the connection was lost. The fields
          below work.
        </p>
        <SmallButton onClick={() => location.reload()}>Reload</SmallButton>
      </Notice>
    ),
  }),
)

/** The data about the person of a record, and its erasure. */
const RecordPrivacy = onDemand(() => import('./record/inquiry-parts').then((file) => file.PrivacyPart))

/** The inquiries' table: response deadline, emails and replies. */
const inquiries: TableExtension = {
  ListHead,
  TabBadge,
  BulkActions,
  BulkKeys,
  leading: ['due_by', 'message', 'status', 'mail_state'],
  trailing: ['mail_error', 'spam_reason'],
  widths: { due_by: 224, message: 340, mail_state: 150 },
  shownInHead: ['message'],
  cells: { due_by: DeadlineCell, mail_state: MailCell, spam: SpamCell },
  RecordHead: (props: RecordPartProps) => (
    // Reading begins here, not in the first field.
    <section aria-label="Inquiry" tabIndex={-1} data-first className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Desk {...props} />
    </section>
  ),
  RecordTail: RecordPrivacy,
}

/** Inquiries, and for each student and guardian what is stored about them. */
export const inquiriesModule: FeatureModule = {
  tables: {
    [inquiryTable]: inquiries,
    students: { RecordTail: RecordPrivacy },
    guardians: { RecordTail: RecordPrivacy },
  },
}

/** The number of overdue inquiries, else of new ones. */
function TabBadge() {
  const { data } = usePolledCounters()
  const isOverdue = data && data.overdue > 0
  const count = data && (isOverdue ? data.overdue : data.new)
  if (!count) return null
  return (
    <span
      data-alarm={isOverdue}
      className="ml-2 inline-block min-w-6 rounded-full border border-line bg-card px-1.5 text-center text-ink text-sm data-[alarm=true]:border-bad data-[alarm=true]:bg-bad data-[alarm=true]:text-card"
    >
      {count}
      <span className="sr-only">{isOverdue ? ' overdue' : ' new'}</span>
    </span>
  )
}
