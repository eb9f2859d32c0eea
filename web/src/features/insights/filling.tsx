import type { Insights, LessonGroup } from '@app/contracts/insights'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Filters, listPath } from '#lib/list-address'
import { counted } from '#lib/words'
import { type Bar, type Series, tones } from './bar-chart'
import { type Figure, FigureCard, type Period } from './figures'

type GroupKey = keyof NonNullable<Insights['groups']>

/** In the order in which they are offered. */
const groupNames: Readonly<Record<GroupKey, string>> = {
  kind: 'Kind',
  title: 'Lesson',
  hour: 'Hour',
  place: 'Place',
  instructor: 'Instructor',
}

/** The filter of the list that leaves the lessons of a group; the hour of a day has none. */
function filtersOf(by: GroupKey, key: string): Filters {
  if (by === 'hour') return {}
  return key === '' ? { [`${by}__null`]: 'true' } : { [by]: key }
}

const percent = (part: number, all: number) => (all > 0 ? Math.round((part / all) * 100) : 0)

/** Seats taken of the seats offered, and marks of attendance, by group. */
export function fillingFigure(by: GroupKey, groups: readonly LessonGroup[], { from, to }: Period): Figure {
  const path = ({ key }: LessonGroup) =>
    listPath({ table: 'lessons', filters: { starts_at__gte: from, starts_at__lte: to, ...filtersOf(by, key) } })
  return {
    series: [
      { name: 'Taken', tone: 'forest' },
      { name: 'Free', tone: 'empty' },
    ],
    bars: groups.map((group) => ({
      label: '',
      name: group.label,
      caption: `${percent(group.taken, group.seats)}%`,
      values: [group.taken, Math.max(0, group.seats - group.taken)],
      // Begins with what is visible.
      text: `${group.label} ${percent(group.taken, group.seats)}%: ${group.taken} of ${group.seats} seats taken`,
      href: path(group),
    })),
    columns: [groupNames[by], 'Lessons', 'Seats', 'Taken', 'Filled (%)', 'Present', 'Absent', 'Excused'],
    rows: groups.map((group) => {
      const { label, lessons, seats, taken, present, absent, excused } = group
      return {
        cells: [label, lessons, seats, taken, percent(taken, seats), present, absent, excused],
        href: path(group),
      }
    }),
  }
}

type ShareBarsProps = { title: string; series: readonly Series[]; bars: readonly Bar[] }

/** One bar a line, each as wide as the others: shares of 100 percent, with room for names of any length. */
const ShareBars = ({ title, series, bars }: ShareBarsProps) => (
  <ol aria-label={title} className="grid gap-1.5">
    {bars.map(({ name, caption, values, text, href }) => {
      const all = Math.max(
        1,
        values.reduce((sum, value) => sum + value, 0),
      )
      return (
        <li
          key={text}
          title={text}
          className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)_3rem] items-center gap-x-3 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_3rem]"
        >
          <span className="truncate">
            {href ? (
              <Link href={href} className="text-link inline-flex min-h-9 items-center">
                {name}
              </Link>
            ) : (
              name
            )}
          </span>
          <span aria-hidden="true" className="flex h-5 overflow-hidden rounded-md">
            {series.map(({ name: part, tone }, at) => (
              <span
                key={part}
                className={tones[tone].swatch}
                style={{ width: `${((values[at] ?? 0) / all) * 100}%` }}
              />
            ))}
          </span>
          <span className="text-right tabular-nums">{caption}</span>
          <span className="sr-only">{text}</span>
        </li>
      )
    })}
  </ol>
)

type Props = { groups: NonNullable<Insights['groups']>; period: Period }

/** Filled seats and absences, by one property of the lessons. */
export function Filling({ groups, period }: Props) {
  const [by, setBy] = useState<GroupKey>('kind')
  const { columns, rows, series, bars } = fillingFigure(by, groups[by], period)
  const marks = (of: 'present' | 'absent' | 'excused') => groups.place.reduce((sum, group) => sum + group[of], 0)
  const present = marks('present')
  const absent = marks('absent')
  const excused = marks('excused')
  const marked = present + absent + excused
  const title = `Seats taken, by ${groupNames[by].toLowerCase()}`
  return (
    <FigureCard isWide id="filling" title="What fills up" columns={columns} rows={rows}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Group by</legend>
          {(Object.keys(groupNames) as GroupKey[]).map((key) => (
            <button
              key={key}
              type="button"
              aria-pressed={by === key}
              onClick={() => setBy(key)}
              className="min-h-9 rounded-full border border-edge bg-card px-3.5 text-sm hover:border-forest aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary"
            >
              {groupNames[key]}
            </button>
          ))}
        </fieldset>
        <ShareBars title={title} series={series} bars={bars} />
        <p>
          {marked === 0 ? (
            <span className="text-muted">No attendance was taken in this period.</span>
          ) : (
            <>
              <strong>{counted(absent, 'no-show')}</strong> of {counted(marked, 'mark')} (
              {Math.round((absent / marked) * 100)}%), {excused} excused. The table has them for each group.
            </>
          )}
        </p>
      </div>
    </FigureCard>
  )
}
