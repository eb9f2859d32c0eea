import type { InquiryCounters } from '@app/contracts/inquiries'
import { type Filters, listPath } from '#lib/list-address'
import type { Sort } from '#lib/sort'
import { inquiryTable } from './inquiries.api'

export type QuickFilter = {
  counter: keyof InquiryCounters
  label: string
  /** How it looks when there are any. */
  tone: 'bad' | 'warn' | 'calm'
  filters: Filters
  sort: Sort | null
}

const open = { status__in: 'new,in_progress', spam: 'false' }
/** What is due first comes first. */
const urgent: Sort = { field: 'due_by', direction: 'asc' }

/** The same conditions as the counters of the service have. */
export const quickFilters: readonly QuickFilter[] = [
  { counter: 'new', label: 'New', tone: 'calm', filters: { status: 'new', spam: 'false' }, sort: urgent },
  {
    counter: 'inProgress',
    label: 'In progress',
    tone: 'calm',
    filters: { status: 'in_progress', spam: 'false' },
    sort: urgent,
  },
  { counter: 'overdue', label: 'Overdue', tone: 'bad', filters: { ...open, due_by__lt: 'now' }, sort: urgent },
  {
    counter: 'dueSoon',
    label: 'Due soon',
    tone: 'warn',
    filters: { ...open, due_by__gt: 'now', due_by__lt: 'now+2h' },
    sort: urgent,
  },
  { counter: 'failed', label: 'Failed mail', tone: 'bad', filters: { mail_state: 'failed' }, sort: null },
  { counter: 'spam', label: 'Spam', tone: 'calm', filters: { spam: 'true' }, sort: null },
]

/** The address of the list with these filters alone. */
export const filteredPath = ({ filters, sort }: Pick<QuickFilter, 'filters' | 'sort'>) =>
  listPath({ table: inquiryTable, filters, sort })

export const isFilteredBy = (filters: Filters, wanted: Filters) => {
  const entries = Object.entries(wanted)
  return entries.length === Object.keys(filters).length && entries.every(([key, value]) => filters[key] === value)
}
