import type { FilterProps } from './filter-props'
import { TypedInput } from './typed-input'

/** From and to, both included. */
export function RangeFilter({ name, title, filters, onFilter, type }: FilterProps & { type: 'number' | 'date' }) {
  const low = `${name}__gte`
  const high = `${name}__lte`
  const bound = (key: string, label: string) => (
    <TypedInput
      type={type}
      label={`${title}, ${label}`}
      value={filters[key] ?? ''}
      onValue={(value) => onFilter(name, { [low]: filters[low] ?? '', [high]: filters[high] ?? '', [key]: value })}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-1.5">
      {bound(low, 'from')}
      <span className="text-muted text-sm">to</span>
      {bound(high, 'to')}
    </div>
  )
}
