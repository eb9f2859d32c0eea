import { notFound } from '@app/contracts/errors'
import {
  changeLessonReminders,
  listReminderCalls,
  noteReminderCall,
  previewLessonReminder,
  readLessonReminders,
} from '@app/contracts/lesson-reminders'
import { mayUse } from '@app/contracts/policy'
import { changeWeeklyLetter, readWeeklyLetter } from '@app/contracts/weekly-letter'
import type { ScopeOf } from '@app/record-query'
import { serve } from '@app/service/serve'
import type { User } from '@app/session'
import { settingsHandlers } from '../settings/stored-settings'
import type { ReminderActions } from './reminder-actions'
import type { LetterSettings } from './store-letters'

/** @throws AppError `not_found`: these people are students */
function requireStudents(user: User): void {
  if (!mayUse(user, 'students', 'view')) throw notFound()
}

type Deps = { reminders: ReminderActions; letters: LetterSettings; scopeOf: ScopeOf }

/** The reminders of lessons, and the weekly letter. */
export function lessonReminderRoutes({ reminders, letters, scopeOf }: Deps) {
  const letter = settingsHandlers(letters)
  const reminder = settingsHandlers(reminders)
  return [
    serve(readWeeklyLetter, letter.read),
    serve(changeWeeklyLetter, letter.change),
    serve(readLessonReminders, reminder.read),
    serve(changeLessonReminders, reminder.change),
    serve(previewLessonReminder, ({ body }) => reminders.preview(body)),
    serve(listReminderCalls, ({ identity }) => {
      requireStudents(identity.user)
      return reminders.calls(scopeOf(identity.user))
    }),
    serve(noteReminderCall, async ({ body, identity }) => {
      requireStudents(identity.user)
      await reminders.noteCall(body)
      return reminders.calls(scopeOf(identity.user))
    }),
  ]
}
