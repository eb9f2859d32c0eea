import { type WeeklyLetter, weeklyLetterId } from '@app/contracts/weekly-letter'
import { schoolDay, startOfDay, timeOfDay } from '@app/school-time/school-day'
import type { Db } from 'mongodb'
import { settingsActions, storedSettings } from '../settings/stored-settings'
import { minutesIn } from './reminder-times'

/** The settings of a new school: no letter, and Friday afternoon for one that is switched on. */
export const firstLetter: WeeklyLetter = { on: false, weekday: 5, time: '16:00' }

export const letterSettingsStore = (db: () => Db, now?: () => Date) =>
  storedSettings(db, { id: weeklyLetterId, first: firstLetter }, now)

export type LetterSettingsStore = ReturnType<typeof letterSettingsStore>

export const letterSettings = (store: LetterSettingsStore) => settingsActions(store, 'letter')

export type LetterSettings = ReturnType<typeof letterSettings>

/** The last time at which a letter was due. */
export function letterTime({ weekday, time }: Pick<WeeklyLetter, 'weekday' | 'time'>, now: number): Date {
  const minutes = minutesIn(time)
  const day = schoolDay(now)
  const today = new Date(`${day}T12:00:00Z`).getUTCDay()
  const back = (today - weekday + 7) % 7
  const due = timeOfDay(day, minutes, -back)
  return due.getTime() <= now ? due : timeOfDay(day, minutes, -back - 7)
}

/** The lessons of a letter begin before this: the end of the seventh day after it. */
export const letterEnd = (due: Date): Date => startOfDay(schoolDay(due.getTime()), 8)
