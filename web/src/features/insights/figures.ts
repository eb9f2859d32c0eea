import { type Insights, readInsights } from '@app/contracts/insights'
import { schoolDay } from '@app/school-time/school-day'
import { keepPreviousData } from '@tanstack/react-query'
import { listPath } from '#lib/list-address'
import { queryOf } from '#lib/queries'
import { shortDay } from '#lib/school-time'
import type { Bar, Series, Tone } from './bar-chart'
import type { FigureRow, Ranked } from './figure-card'

export type Period = { from: string; to: string }

export const insightsQuery = ({ from, to }: Period) => ({
  ...queryOf(readInsights, { query: { from, to } }),
  placeholderData: keepPreviousData,
})

const isDay = /^\d{4}-\d{2}-\d{2}$/
const defaultWeeks = 12

export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}

/** The period in the address; anything missing or malformed is the last twelve weeks. */
export function periodFrom(search: URLSearchParams, now: number): Period {
  const today = schoolDay(now)
  const from = search.get('from') ?? ''
  const to = search.get('to') ?? ''
  if (isDay.test(from) && isDay.test(to) && from <= to) return { from, to }
  return { from: daysBefore(today, defaultWeeks * 7), to: today }
}

export const presets = (now: number) => {
  const today = schoolDay(now)
  return [
    { label: '4 weeks', from: daysBefore(today, 28), to: today },
    { label: '12 weeks', from: daysBefore(today, 84), to: today },
    { label: '1 year', from: daysBefore(today, 364), to: today },
  ]
}

export type Figure = { columns: readonly string[]; rows: FigureRow[]; series: readonly Series[]; bars: Bar[] }

/** In the order of the interests; more of them begin again. */
const interestTones: readonly Tone[] = ['forest', 'gold', 'blue', 'red', 'gray', 'ink']

const weekFilters = (week: string) => ({ created_at__gte: week, created_at__lte: daysBefore(week, -6), spam: 'false' })

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
        label: shortDay(week).replace(/^\w+, /, ''),
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
      label: each.date === seats[at - 1]?.date ? '' : shortDay(each.date).replace(/^\w+, /, ''),
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
