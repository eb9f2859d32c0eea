import { type Insights, readInsights } from '@app/contracts/insights'
import { schoolDay } from '@app/school-time/school-day'
import { addDays } from '@app/table-schema/conditions'
import { byteOrderMark, csvText } from '@app/table-schema/csv'
import { keepPreviousData } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { saveFile } from '#lib/files'
import { listPath } from '#lib/list-address'
import { queryOf } from '#lib/queries'
import { dateText, shortDay } from '#lib/school-time'
import { SmallButton } from '#ui/button'
import type { Bar, Series, Tone } from './bar-chart'

export type Ranked = {
  name: string
  amount: number
  /** The amount in words. */
  text: string
  /** The records behind the amount, if there are any. */
  href?: string
}

/** Names with their amounts, each before a bar of its share of the largest one. Names of any length have room. */
export function RankedList({ items }: { items: readonly Ranked[] }) {
  const most = Math.max(1, ...items.map(({ amount }) => amount))
  return (
    <ol className="grid gap-1">
      {items.map(({ name, amount, text, href }) => (
        <li key={name} className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 rounded-lg px-2 py-1.5">
          <span
            aria-hidden="true"
            className="absolute inset-y-0 left-0 rounded-lg bg-sunken"
            style={{ width: `${(amount / most) * 100}%` }}
          />
          <bdi className="relative min-w-0 truncate font-semibold" title={name}>
            {href ? (
              <Link href={href} className="text-link">
                {name}
              </Link>
            ) : (
              name
            )}
          </bdi>
          <span className="relative tabular-nums">{text}</span>
        </li>
      ))}
    </ol>
  )
}

type Cell = string | number
type FigureRow = { cells: readonly Cell[]; href?: string | undefined }
type Props = {
  id: string
  title: string
  columns: readonly string[]
  rows: readonly FigureRow[]
  /** The text without rows. */
  empty?: string
  /** Over both columns. */
  isWide?: boolean
  children: ReactNode
}

const csvLine = (cells: readonly Cell[]) =>
  cells.map((cell) => (typeof cell === 'number' ? String(cell) : csvText(cell))).join(',')

const isDay = /^\d{4}-\d{2}-\d{2}$/

/** Days as everywhere on the page; the file keeps them as programs read them. */
const shown = (cell: Cell) => (typeof cell === 'string' && isDay.test(cell) ? dateText(cell) : cell)

/** One figure: its chart, the table of the same numbers with links to the records, and a CSV file. */
export function FigureCard({ id, title, columns, rows, empty = 'Nothing in this period.', isWide, children }: Props) {
  const download = () => {
    const lines = [csvLine(columns), ...rows.map(({ cells }) => csvLine(cells))]
    saveFile(`${id}.csv`, new Blob([`${byteOrderMark}${lines.join('\r\n')}\r\n`], { type: 'text/csv' }))
  }
  if (rows.length === 0)
    return (
      <section
        aria-labelledby={id}
        className={`flex flex-wrap items-baseline gap-x-3 self-start rounded-2xl border border-line bg-card px-4 py-3 sm:px-6 ${isWide ? 'lg:col-span-2' : ''}`}
      >
        <h3 id={id} className="text-base">
          {title}
        </h3>
        <p className="text-muted">{empty}</p>
      </section>
    )
  return (
    <section
      aria-labelledby={id}
      className={`grid grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-2xl border border-line bg-card p-4 sm:p-6 ${isWide ? 'lg:col-span-2' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="text-xl">
          {title}
        </h3>
        <SmallButton onClick={download}>
          <Download className="size-4" />
          CSV<span className="sr-only"> of {title}</span>
        </SmallButton>
      </div>
      {children}
      <details>
        <summary className="min-h-9 cursor-pointer font-semibold text-forest">Table</summary>
        <section
          aria-label={`Table of ${title}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
          tabIndex={0}
          className="overflow-x-auto"
        >
          <table className="w-full text-left text-sm">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col" className="border-line border-b px-2 py-1.5">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ cells, href }) => (
                <tr key={`${href} ${cells.slice(0, 2).join(' ')}`} className="border-line border-b">
                  {cells.map((cell, at) => (
                    <td key={columns[at]} className={`px-2 py-1.5 ${typeof cell === 'number' ? 'tabular-nums' : ''}`}>
                      {at === 0 && href ? (
                        <Link href={href} className="text-link">
                          {shown(cell)}
                        </Link>
                      ) : (
                        shown(cell)
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </section>
  )
}

export type Period = { from: string; to: string }

export const insightsQuery = ({ from, to }: Period) => ({
  ...queryOf(readInsights, { query: { from, to } }),
  placeholderData: keepPreviousData,
})

const defaultWeeks = 12

/** The period in the address; anything missing or malformed is the last twelve weeks. */
export function periodFrom(search: URLSearchParams, now: number): Period {
  const today = schoolDay(now)
  const from = search.get('from') ?? ''
  const to = search.get('to') ?? ''
  if (isDay.test(from) && isDay.test(to) && from <= to) return { from, to }
  return { from: addDays(today, -defaultWeeks * 7), to: today }
}

export const presets = (now: number) => {
  const today = schoolDay(now)
  return [
    { label: '4 weeks', from: addDays(today, -28), to: today },
    { label: '12 weeks', from: addDays(today, -84), to: today },
    { label: '1 year', from: addDays(today, -364), to: today },
  ]
}

export type Figure = { columns: readonly string[]; rows: FigureRow[]; series: readonly Series[]; bars: Bar[] }

/** `2026-11-28` -> `Nov 28`. */
export const axisDay = (day: string) => shortDay(day).replace(/^\w+, /, '')

/** In the order of the interests; after the last they start over. */
const interestTones: readonly Tone[] = ['forest', 'gold', 'blue', 'red', 'gray', 'ink']

const weekFilters = (week: string) => ({ created_at__gte: week, created_at__lte: addDays(week, 6), spam: 'false' })

/** Inquiries a week, stacked by interest. */
export function inquiryFigure({ byWeek, interests }: NonNullable<Insights['inquiries']>): Figure {
  const weeks = [...new Set(byWeek.map(({ week }) => week))]
  const count = (week: string, value: string) =>
    byWeek.find((each) => each.week === week && each.interest === value)?.count ?? 0
  const path = (week: string) => listPath({ table: 'contact_submissions', filters: weekFilters(week) })
  return {
    series: interests.map(({ label }, at) => ({ name: label, tone: interestTones[at % interestTones.length]! })),
    bars: weeks.map((week) => {
      const values = interests.map(({ value }) => count(week, value))
      const total = values.reduce((sum, value) => sum + value, 0)
      return {
        label: axisDay(week),
        caption: String(total),
        values,
        text: `Week of ${shortDay(week)}: ${total}`,
        href: path(week),
      }
    }),
    columns: ['Week of', ...interests.map(({ label }) => label)],
    rows: weeks.map((week) => ({
      cells: [week, ...interests.map(({ value }) => count(week, value))],
      href: path(week),
    })),
  }
}

/** Answers to how visitors heard about the school. Those who did not answer are in the table alone. */
export function heardFromFigure({ heardFrom }: NonNullable<Insights['inquiries']>, { from, to }: Period) {
  const path = (answer: string) =>
    listPath({
      table: 'contact_submissions',
      filters: {
        created_at__gte: from,
        created_at__lte: to,
        spam: 'false',
        ...(answer ? { heard_from: answer } : { heard_from__null: 'true' }),
      },
    })
  return {
    answers: heardFrom
      .filter(({ answer }) => answer)
      .map(({ answer, count }): Ranked => ({ name: answer, amount: count, text: String(count), href: path(answer) })),
    columns: ['Answer', 'Inquiries'],
    rows: heardFrom.map(({ answer, count }) => ({ cells: [answer || 'No answer', count], href: path(answer) })),
  }
}

/** Seats taken of the seats offered, by lesson day and place. */
export function seatFigure(seats: NonNullable<Insights['seats']>): Figure {
  const path = (date: string, place: string) =>
    listPath({ table: 'lessons', filters: { starts_at__gte: date, starts_at__lte: date, ...(place && { place }) } })
  return {
    series: [
      { name: 'Taken', tone: 'forest' },
      { name: 'Free', tone: 'empty' },
    ],
    bars: seats.map((each, at) => ({
      label: each.date === seats[at - 1]?.date ? '' : axisDay(each.date),
      name: each.placeName,
      caption: `${each.taken}/${each.seats}`,
      values: [each.taken, Math.max(0, each.seats - each.taken)],
      text: `${shortDay(each.date)}, ${each.placeName}: ${each.taken}/${each.seats} seats taken`,
      href: path(each.date, each.place),
    })),
    columns: ['Day', 'Place', 'Lessons', 'Seats', 'Taken', 'Filled (%)'],
    rows: seats.map(({ date, place, placeName, lessons, seats: all, taken }) => ({
      cells: [date, placeName, lessons, all, taken, all > 0 ? Math.round((taken / all) * 100) : 0],
      href: path(date, place),
    })),
  }
}

export function levelFigure(levels: NonNullable<Insights['levels']>): Figure {
  const path = (level: string) => listPath({ table: 'students', filters: level ? { level } : { level__null: 'true' } })
  return {
    series: [{ name: 'Students', tone: 'forest' }],
    bars: levels.map(({ level, levelName, count }) => ({
      label: levelName,
      caption: String(count),
      values: [count],
      text: `${levelName}: ${count}`,
      href: path(level),
    })),
    columns: ['Level', 'Students'],
    rows: levels.map(({ level, levelName, count }) => ({ cells: [levelName, count], href: path(level) })),
  }
}
