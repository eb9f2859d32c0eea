import { readInsights } from '@app/contracts/insights'
import { schoolDay } from '@app/school-time/school-day'
import { keepPreviousData } from '@tanstack/react-query'
import { queryOf } from '#lib/queries'

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
