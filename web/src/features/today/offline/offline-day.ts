import { lessonDay, type TodayAnswer } from '@app/contracts/today'
import * as v from 'valibot'
import { forget, keep, readAllKept } from '#lib/device-store'
import { keptDays } from '#lib/offline-days'

const prefix = 'day/'
const keptDay = v.object({
  at: v.string(),
  day: lessonDay,
  mine: v.array(v.string()),
  mayMarkAttendance: v.boolean(),
})

/** Keeps the lessons of today and tomorrow on this device, each until its day is over. */
export async function keepDays({ days, mine, mayMarkAttendance }: TodayAnswer) {
  const at = new Date().toISOString()
  await Promise.all(
    Object.values(keptDays()).map((date) => {
      const day = days?.find((each) => each.date === date)
      return day ? keep(prefix + date, { at, day, mine, mayMarkAttendance }, date) : forget(prefix + date)
    }),
  )
}

/** A day as this device knows it, and since when. */
export type KeptToday = { answer: TodayAnswer; at: string }

/** The kept days as an answer; null when none is kept. */
export async function readKeptToday(): Promise<KeptToday | null> {
  const kept = (await readAllKept(prefix, keptDay)).map(([, value]) => value)
  const first = kept.toSorted((a, b) => (a.day.date < b.day.date ? -1 : 1))
  if (first.length === 0) return null
  const { mine, mayMarkAttendance, at } = first[0]!
  const days = first.map(({ day }) => day)
  const rest = { inquiries: null, expiring: [], unread: [] }
  return { at, answer: { date: keptDays().today, days, mine, mayMarkAttendance, ...rest } }
}
