import type { Column } from '@app/table-schema/cell'
import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import type { Sort } from '#lib/sort'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const icons = { asc: ChevronUp, desc: ChevronDown } as const

type Props = { column: Column; at: number; sort: Sort | null; align: string }

/** A column header with a button that sorts by it. */
export function ColumnHeading({ column: { key, title, field }, at, sort, align }: Props) {
  const direction = sort?.field === key ? sort.direction : null
  const Icon = direction ? icons[direction] : ChevronsUpDown
  return (
    <th scope="col" aria-sort={direction ? ariaSort[direction] : 'none'} data-align={align}>
      <button type="button" data-stop={at} data-action="sort" data-field={key} tabIndex={-1} title={field.description}>
        {title}
        <Icon className={`size-4 shrink-0 ${direction ? 'text-accent' : 'text-muted/70'}`} />
      </button>
    </th>
  )
}
