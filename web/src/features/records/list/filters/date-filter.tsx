import { filterKind } from '@app/table-schema/filter'
import type { FieldSchema } from '@app/table-schema/schema'
import { useState } from 'react'
import { isRelativeDay, presetOf, presetsFor, printAge, readAge } from '../relative-values'
import { type FilterProps, TypedInput } from './filter-inputs'

const maxAge = 150

/** Ages on a day, which is today while none is chosen. `isShort`: without the choice of the day. */
export function AgeFilter({ name, filters, onFilter, isShort }: FilterProps & { isShort?: boolean }) {
  const low = `${name}__lte`
  const high = `${name}__gt`
  const [from, under] = [low, high].map((key) => readAge(filters[key] ?? ''))
  const [day, setDay] = useState<string>()
  const on = under?.on ?? from?.on ?? day
  const change = (
    ages: { from?: string | number | undefined; under?: string | number | undefined },
    at: string | undefined,
  ) => {
    const bound = (years: string | number = '') =>
      years === '' ? '' : printAge({ years: Math.min(maxAge, Math.max(0, Math.round(Number(years)))), on: at })
    onFilter({ [low]: bound(ages.from), [high]: bound(ages.under) })
  }
  const years = from?.years
  const limit = under?.years
  return (
    <div className="grid grid-cols-2 gap-2 text-sm">
      <div className="grid gap-1">
        <span aria-hidden="true">Age from</span>
        <TypedInput
          type="number"
          label="Age from"
          value={String(years ?? '')}
          onValue={(value) => change({ from: value, under: limit }, on)}
        />
      </div>
      <div className="grid gap-1">
        <span aria-hidden="true">under</span>
        <TypedInput
          type="number"
          label="Age under"
          value={String(limit ?? '')}
          onValue={(value) => change({ from: years, under: value }, on)}
        />
      </div>
      {!isShort && (
        <div className="col-span-2 grid gap-1">
          <span aria-hidden="true">on, or today</span>
          <TypedInput
            type="date"
            label="Age on date"
            value={on ?? ''}
            onValue={(value) => {
              setDay(value || undefined)
              if (from || under) change({ from: years, under: limit }, value || undefined)
            }}
          />
        </div>
      )}
    </div>
  )
}

/** From and to, both included. */
export function RangeFilter({ name, title, filters, onFilter, type }: FilterProps & { type: 'number' | 'date' }) {
  const low = `${name}__gte`
  const high = `${name}__lte`
  const bound = (key: string, label: string) => (
    <TypedInput
      type={type}
      label={`${title}, ${label}`}
      value={filters[key] ?? ''}
      onValue={(value) => onFilter({ [low]: filters[low] ?? '', [high]: filters[high] ?? '', [key]: value })}
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

/** True for the field from which ages are counted everywhere. A birth with its time of day is no day to count them from. */
export const hasAges = (name: string, field: FieldSchema) => name === 'birth_date' && filterKind(field) === 'day'

/** Filters of a field that say its bounds: `{ gte: 'today' }` of `due` is `due__gte=today`. */
const filtersOf = (name: string, bounds: Record<string, string>) =>
  Object.fromEntries(Object.entries(bounds).map(([bound, day]) => [`${name}__${bound}`, day]))

/** Presets such as "This week", one of which may be chosen. */
export function DayPresets({ name, field, filters, onFilter }: FilterProps) {
  const presets = presetsFor(name, field)
  const [gte, lte, lt] = ['gte', 'lte', 'lt'].map((bound) => filters[`${name}__${bound}`])
  const current = presetOf({ gte, lte, lt }, presets)
  return (
    <div className="flex flex-wrap gap-1.5">
      {presets.map((preset) => (
        <button
          key={preset.label}
          type="button"
          aria-pressed={preset === current}
          onClick={() => onFilter(preset === current ? {} : filtersOf(name, preset.bounds))}
          className="min-h-8 rounded-full border border-line px-3 text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
        >
          {preset.label}
        </button>
      ))}
    </div>
  )
}

/** A preset, or a range of days; of a birth date an age. */
export function DateFilter(props: FilterProps) {
  const { name, field, filters } = props
  const isAge = hasAges(name, field)
  const isRelative = Object.values(filters).some(isRelativeDay)
  return (
    <div className="grid gap-2">
      {isAge ? <AgeFilter {...props} /> : <DayPresets {...props} />}
      <div className="grid gap-1">
        {isAge && (
          <span aria-hidden="true" className="text-sm">
            or born from
          </span>
        )}
        <RangeFilter {...props} filters={isRelative ? {} : filters} type="date" />
      </div>
    </div>
  )
}
