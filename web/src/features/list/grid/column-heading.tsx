import type { Column } from '@app/table-schema/cell'
import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react'
import type { Sort } from '#lib/sort'
import { ResizeHandle } from './resize-handle'

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const icons = { asc: ChevronUp, desc: ChevronDown } as const

type Props = {
  column: Column
  at: number
  sort: Sort | null
  kind: string
  onWidth: (key: string, width: number) => void
}

/** A column header with a button that sorts by it, and a handle that sets its width. */
export function ColumnHeading({ column: { key, title, field }, at, sort, kind, onWidth }: Props) {
  const direction = sort?.field === key ? sort.direction : null
  const Icon = direction ? icons[direction] : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={direction ? ariaSort[direction] : 'none'}
      data-kind={kind}
      data-column={key}
      data-title={(at === 1 && kind !== 'id') || undefined}
    >
      <button type="button" data-stop={at} data-action="sort" data-field={key} tabIndex={-1} title={field.description}>
        <span>{title}</span>
        <Icon className={`size-4 shrink-0 ${direction ? 'text-accent' : 'sort-idle text-muted/70'}`} />
      </button>
      <ResizeHandle onWidth={(width) => onWidth(key, width)} />
    </th>
  )
}
