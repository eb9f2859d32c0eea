import { type InquiryCounters, inquiryTable } from '@app/contracts/inquiries'
import { type Filters, listPath } from '#lib/list-address'
import type { Sort } from '#lib/sort'

export type QuickFilter = {
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
