import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Filters, listPath } from '#lib/list-address'
import type { Sort } from '#lib/sort'

/** A list that is opened often. */
export type LinkedList = { label: string; filters: Filters; sort: Sort | null }

type Props = {
  label: string
  table: string
  lists: readonly LinkedList[]
  view: { filters: Filters; q: string }
  /** More items of the list. */
  children?: ReactNode
}

const chip =
  'inline-flex min-h-9 items-center rounded-full border border-line bg-card px-3.5 text-sm hover:border-forest aria-[current]:border-forest aria-[current]:shadow-[inset_0_0_0_1px_var(--color-forest)]'

const isSame = (one: Filters, other: Filters) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

/** The lists of a table that are opened most, each one click away. */
export const ListLinks = ({ label, table, lists, view: { filters, q }, children }: Props) => (
  <nav aria-label={label}>
    <ul className="flex flex-wrap gap-2">
      {lists.map((list) => (
        <li key={list.label}>
          <Link
            href={listPath({ table, filters: list.filters, sort: list.sort })}
            aria-current={(q === '' && isSame(filters, list.filters)) || undefined}
            className={chip}
          >
            {list.label}
          </Link>
        </li>
      ))}
      {children}
    </ul>
  </nav>
)
