import {
  changeLessonReminders,
  listReminderCalls,
  noteReminderCall,
  previewLessonReminder,
  readLessonReminders,
} from '@app/contracts/calls/lesson-reminders'
import { AppError } from '@app/contracts/errors'
import { mayUse } from '@app/contracts/may-use'
import type { ScopeOf } from '@app/record-query'
import { serve } from '@app/service/serve'
import type { User } from '@app/session'
import type { ReminderActions } from './reminder-actions'

/** @throws AppError `not_found`: these people are students */
function requireStudents(user: User): void {
  if (!mayUse(user, 'students', 'view')) throw new AppError('not_found', 'Not found.')
}

/** The reminders of lessons. */
export const lessonReminderRoutes = ({ reminders, scopeOf }: { reminders: ReminderActions; scopeOf: ScopeOf }) => [
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
