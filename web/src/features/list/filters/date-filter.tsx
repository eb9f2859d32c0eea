import { dayPresets, isRelativeDay, presetOf } from '../relative-day'
import type { FilterProps } from './filter-props'
import { RangeFilter } from './range-filter'

/** A preset such as "This week", or a range of days. */
export function DateFilter(props: FilterProps) {
  const { name, filters, onFilter } = props
  const bounds = { gte: filters[`${name}__gte`], lte: filters[`${name}__lte`], lt: filters[`${name}__lt`] }
  const current = presetOf(bounds)
  const isRelative = Object.values(bounds).some((bound) => bound !== undefined && isRelativeDay(bound))
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-1.5">
        {dayPresets.map((preset) => (
          <button
            key={preset.label}
            type="button"
            aria-pressed={preset === current}
            onClick={() => {
              const { label: _label, ...chosen } = preset
              onFilter(
                name,
                preset === current
                  ? {}
                  : Object.fromEntries(Object.entries(chosen).map(([key, day]) => [`${name}__${key}`, day])),
              )
            }}
            className="min-h-8 rounded-full border border-line px-3 text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
          >
            {preset.label}
          </button>
        ))}
      </div>
      <RangeFilter {...props} filters={isRelative ? {} : filters} type="date" />
    </div>
  )
}
