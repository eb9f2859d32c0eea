import { AppError } from '@app/contracts/errors'
import {
  changeLessonReminders,
  listReminderCalls,
  noteReminderCall,
  previewLessonReminder,
  readLessonReminders,
} from '@app/contracts/lesson-reminders'
import { mayUse } from '@app/contracts/may-use'
import { changeWeeklyLetter, readWeeklyLetter } from '@app/contracts/weekly-letter'
import type { ScopeOf } from '@app/record-query'
import { serve } from '@app/service/serve'
import type { User } from '@app/session'
import type { LetterSettings } from './letter-settings'
import type { ReminderActions } from './reminder-actions'

/** @throws AppError `not_found`: these people are students */
function requireStudents(user: User): void {
  if (!mayUse(user, 'students', 'view')) throw new AppError('not_found', 'Not found.')
}

type Deps = { reminders: ReminderActions; letters: LetterSettings; scopeOf: ScopeOf }

/** The reminders of lessons, and the weekly letter. */
export const lessonReminderRoutes = ({ reminders, letters, scopeOf }: Deps) => [
  serve(readWeeklyLetter, () => letters.read()),
  serve(changeWeeklyLetter, async ({ body, audited }) => {
    const { after, names } = await letters.change(body)
    audited({ about: { fields: names.join(', ') } })
    return after
  }),
  serve(readLessonReminders, () => reminders.read()),
  serve(changeLessonReminders, async ({ body, audited }) => {
    const { after, names } = await reminders.change(body)
    audited({ about: { fields: names.join(', ') } })
    return after
  }),
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
