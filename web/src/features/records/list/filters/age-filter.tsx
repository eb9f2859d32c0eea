import { useState } from 'react'
import { printAge, readAge } from '../relative-values'
import { type FilterProps, TypedInput } from './typed-input'

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
