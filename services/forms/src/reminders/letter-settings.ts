import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@app/contracts/errors'
import { type StoredWeeklyLetter, type WeeklyLetter, weeklyLetterId } from '@app/contracts/weekly-letter'
import { schoolDay, startOfDay, timeOfDay } from '@app/school-time/school-day'
import type { Db } from 'mongodb'
import { type Switched, switchedSettings } from './switched-settings'

/** The settings of a new school: no letter, and Friday afternoon for one that is switched on. */
export const firstLetter: WeeklyLetter = { on: false, weekday: 5, time: '16:00' }

export const letterSettingsStore = (db: () => Db, now?: () => Date) =>
  switchedSettings(db, { id: weeklyLetterId, first: firstLetter }, now)

export type LetterSettingsStore = ReturnType<typeof letterSettingsStore>

const toWire = ({ settings, version }: Switched<WeeklyLetter>): StoredWeeklyLetter => ({
  settings,
  version: version.toISOString(),
})

/** Reads and changes the settings, for admins. */
export const letterSettings = (store: LetterSettingsStore) => ({
  read: async (): Promise<StoredWeeklyLetter> => toWire(await store.read()),

  /** @returns the settings, and the names of those that changed */
  async change({ settings, version }: StoredWeeklyLetter) {
    const before = await store.read()
    const changed = before.version.toISOString() === version ? await store.change(settings, before) : undefined
    if (!changed)
      throw new AppError('conflict', 'Someone else changed the settings. Reload them and make your changes again.')
    const names = (Object.keys(settings) as (keyof WeeklyLetter)[]).filter(
      (name) => !isDeepStrictEqual(settings[name], before.settings[name]),
    )
    return {
      after: toWire(changed),
      names: names.map((name) => (name !== 'on' ? name : settings.on ? 'letter on' : 'letter off')),
    }
  },
})

export type LetterSettings = ReturnType<typeof letterSettings>

/** The last time at which a letter was due. */
export function letterTime({ weekday, time }: Pick<WeeklyLetter, 'weekday' | 'time'>, now: number): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const day = schoolDay(now)
  const today = new Date(`${day}T12:00:00Z`).getUTCDay()
  const back = (today - weekday + 7) % 7
  const due = timeOfDay(day, hour * 60 + minute, -back)
  return due.getTime() <= now ? due : timeOfDay(day, hour * 60 + minute, -back - 7)
}

/** The lessons of a letter begin before this: the end of the seventh day after it. */
export const letterEnd = (due: Date): Date => startOfDay(schoolDay(due.getTime()), 8)
