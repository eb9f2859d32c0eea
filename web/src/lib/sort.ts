import type { TableSchema } from '@app/contracts/table-schema'

type Direction = 'asc' | 'desc'
export type Sort = { field: string; direction: Direction }

/** Reads `field:direction`; null for anything else. */
export function readSort(text: string | null): Sort | null {
  const [, field, direction] = /^([A-Za-z]\w*):(asc|desc)$/.exec(text ?? '') ?? []
  return field && direction ? { field, direction: direction as Direction } : null
}

export const printSort = ({ field, direction }: Sort) => `${field}:${direction}`

/** The first click on a column sorts upwards, the next one downwards, and so on. */
export const toggleSort = (current: Sort | null, field: string): Sort => ({
  field,
  direction: current?.field === field && current.direction === 'asc' ? 'desc' : 'asc',
})

/** Tables that have a better place elsewhere: People, the website's editor and the inbox. */
const placedElsewhere = ['users', 'service_cards', 'announcements', 'reply_templates']

/** The tables in the order of their tabs: those that have a better place elsewhere come last. */
export function inTabOrder<Table extends { name: string }>(tables: readonly Table[]): Table[] {
  const isElsewhere = ({ name }: Table) => Number(placedElsewhere.includes(name))
  return tables.toSorted((one, other) => isElsewhere(one) - isElsewhere(other))
}

/** The order of a list that nobody has sorted: the table's own, else the newest first. */
export const firstSort = ({ first_sort }: Pick<TableSchema, 'first_sort'>): Sort =>
  first_sort ?? { field: 'created_at', direction: 'desc' }
