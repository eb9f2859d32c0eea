import type { Column } from '@app/table-schema/cell'
import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import { type Sort, toggleSort } from './sort'

const words = { asc: 'ascending', desc: 'descending' } as const
const icons = { asc: ChevronUp, desc: ChevronDown } as const

type Props = { column: Column; sort: Sort | null; onSort: (sort: Sort) => void }

/** The head of a column: a button that sorts by it. */
export function ColumnHeading({ column: { key, title }, sort, onSort }: Props) {
  const direction = sort?.field === key ? sort.direction : null
  const Icon = direction ? icons[direction] : ChevronsUpDown
  return (
    <th scope="col" aria-sort={direction ? words[direction] : 'none'} className="p-1 font-display font-semibold">
      <button
        type="button"
        onClick={() => onSort(toggleSort(sort, key))}
        className="flex min-h-11 w-full items-center gap-1.5 whitespace-nowrap rounded-lg px-3 hover:bg-card"
      >
        {title}
        <Icon className={`size-4 shrink-0 ${direction ? 'text-accent' : 'text-muted'}`} />
      </button>
    </th>
  )
}
