import type { References } from '@app/contracts/tables'
import type { TableSchema } from '@app/table-schema/schema'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { longDay, shortDay } from '#lib/school-time'
import { option } from '#ui/field'
import type { Entry } from './entries'
import { coloringFields, coloringOf } from './entry-colors'
import type { OnMove } from './entry-link'
import { crowdedPlaces, doubleBooked, HourColumn, hourRem, hoursOf, isTimed } from './hour-column'
import { today } from './school-days'

export const moveHint = 'Drag an entry to another day, or focus it and press Alt with an arrow key.'

export const Hint = ({ text }: { text: string }) => (
  <p className="pt-2 text-muted text-sm pointer-coarse:hidden">{text}Times are the school's.</p>
)

type Props = {
  schema: TableSchema
  days: readonly string[]
  entries: ReadonlyMap<string, Entry[]>
  references: References
  onMove: OnMove | undefined
  /** Opens the form of a new record at a minute of a day; `length` in minutes. */
  onCreate: ((day: string, minute: number, length: number) => void) | undefined
}

const hourName = (hour: number) => `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
const none: readonly Entry[] = []

/** Days side by side with their hours: how long each entry is, where, with whom, and how full. */
export function HourGrid({ schema, days, entries, references, onMove, onCreate }: Props) {
  const fields = coloringFields(schema)
  const [chosen, setChosen] = useState(fields[0]?.name)
  const shown = days.flatMap((day) => entries.get(day) ?? none)
  const { from, to } = hoursOf(shown)
  const { toneOf, legend } = coloringOf(schema, chosen, shown, references)
  const conflicts = doubleBooked(shown)
  const crowded = crowdedPlaces(schema, shown)
  /** A day without entries is narrow next to days with some. */
  const columnOf = (day: string) => {
    if (days.length === 1) return 'minmax(0, 1fr)'
    return shown.length > 0 && !entries.has(day) ? 'minmax(5rem, 0.4fr)' : 'minmax(7rem, 1fr)'
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Legend fields={fields} chosen={chosen} legend={legend} onChoose={setChosen} />
      <div
        className="grid [&>section:last-child>:last-child]:border-r"
        style={{
          gridTemplateColumns: `3.25rem ${days.map((day) => columnOf(day)).join(' ')}`,
        }}
      >
        <div aria-hidden="true" className="pt-11 text-right text-muted text-xs">
          {Array.from({ length: to - from }, (_, at) => from + at).map((hour) => (
            <div key={hour} className="-translate-y-2 pr-2" style={{ height: `${hourRem}rem` }}>
              {hourName(hour)}
            </div>
          ))}
        </div>
        {days.map((day) => (
          <section key={day} aria-labelledby={`day-${day}`} className="grid grid-rows-[2.75rem_1fr]">
            <div className="flex items-center justify-center">
              <h3
                id={`day-${day}`}
                aria-label={longDay(day)}
                className={`rounded-full px-1 text-center text-sm leading-tight ${day === today() ? 'bg-primary text-on-primary' : ''}`}
              >
                {shortDay(day).replace(/ (?=\d)/, '\u00a0')}
              </h3>
              {onCreate && (
                <button
                  type="button"
                  aria-label={`Add on ${longDay(day)}`}
                  onClick={() => onCreate(day, 10 * 60, 60)}
                  className="grid size-6 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
                >
                  <Plus className="size-4" />
                </button>
              )}
            </div>
            <HourColumn
              schema={schema}
              day={day}
              hours={{ from, to }}
              entries={(entries.get(day) ?? none).filter(isTimed)}
              references={references}
              toneOf={toneOf}
              conflicts={conflicts}
              crowded={crowded}
              onMove={onMove}
              rowDays={days.length}
              onCreate={onCreate}
            />
          </section>
        ))}
      </div>
    </div>
  )
}

type LegendProps = {
  fields: readonly { name: string; title: string }[]
  chosen: string | undefined
  legend: readonly { label: string; tone: string }[]
  onChoose: (name: string) => void
}

const Legend = ({ fields, chosen, legend, onChoose }: LegendProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
    {fields.length > 1 && (
      <label className="flex items-center gap-2 text-muted">
        Color by
        <select
          value={chosen}
          onChange={({ target }) => onChoose(target.value)}
          className="control control-small text-ink"
        >
          {fields.map(({ name, title }) => option(name, title))}
        </select>
      </label>
    )}
    <ColorLegend legend={legend} />
  </div>
)

/** The meaning of the entries' colors. */
export const ColorLegend = ({ legend }: Pick<LegendProps, 'legend'>) => (
  <ul aria-label="Colors" className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-sm">
    {legend.map(({ label, tone }) => (
      <li key={label} className="flex items-center gap-1.5">
        <span aria-hidden="true" className={`h-4 w-3 rounded-sm border border-line border-l-4 ${tone}`} />
        {label}
      </li>
    ))}
  </ul>
)
