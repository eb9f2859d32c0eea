import { seconds } from '@app/contracts/durations'
import { type LessonReminders, lessonRemindersId } from '@app/contracts/lesson-reminders'
import { isDuplicateKey } from '@app/mongo'
import type { Collection, Db } from 'mongodb'

const maxTimeMS = seconds(2)

type Stored = LessonReminders & { _id: string; updated_at: Date; switched_on_at?: Date | null }

/** `since`: when reminders were switched on. What was due before is not made up for. */
export type ReminderSettings = { settings: LessonReminders; version: Date; since: Date | undefined }

/** What a school begins with: nothing is sent. */
export const firstReminders: LessonReminders = {
  on: false,
  daysBefore: 1,
  time: '17:00',
  subject: 'Reminder: {lesson} on {day}',
  text: 'Hi {first_name},\n\nThis is a reminder of {lesson} for {students}:\n\n{day} at {time}\nPlace: {place}\nInstructor: {instructor}\n\nIf you cannot come, please answer this email.\n\n{school}',
}
const neverChanged = new Date(0)

/** The settings of the reminders, next to those of the forms. */
export function reminderSettingsStore(db: () => Db, now = () => new Date()) {
  const collection = (): Collection<Stored> => db().collection<Stored>('forms')
  return {
    async read(): Promise<ReminderSettings> {
      const stored = await collection().findOne({ _id: lessonRemindersId }, { maxTimeMS })
      if (!stored) return { settings: firstReminders, version: neverChanged, since: undefined }
      const { on, daysBefore, time, subject, text, updated_at: version, switched_on_at } = stored
      return { settings: { on, daysBefore, time, subject, text }, version, since: switched_on_at ?? undefined }
    },

    /** `undefined` when they were changed after `version`. */
    async change(settings: LessonReminders, before: ReminderSettings): Promise<ReminderSettings | undefined> {
      // Versions differ even within a millisecond.
      const version = new Date(Math.max(now().getTime(), before.version.getTime() + 1))
      const since = settings.on ? (before.since ?? version) : undefined
      const stored = { ...settings, updated_at: version, switched_on_at: since ?? null }
      if (before.version.getTime() === neverChanged.getTime()) {
        try {
          await collection().insertOne({ _id: lessonRemindersId, ...stored })
        } catch (error) {
          if (isDuplicateKey(error)) return undefined
          throw error
        }
        return { settings, version, since }
      }
      const filter = { _id: lessonRemindersId, updated_at: before.version }
      const { matchedCount } = await collection().updateOne(filter, { $set: stored })
      return matchedCount === 1 ? { settings, version, since } : undefined
    },
  }
}

export type ReminderSettingsStore = ReturnType<typeof reminderSettingsStore>
