import {
  changeLessonReminders,
  lessonReminders,
  maxDaysBefore,
  previewLessonReminder,
  readLessonReminders,
  reminderPlaceholders,
} from '@app/contracts/lesson-reminders'
import { MailPreview, placeholderList } from '#features/inquiries/settings/mail-preview'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { SwitchedSettings } from './switched-settings'

const days = Array.from({ length: maxDaysBefore + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'On the same day' : count === 1 ? 'The day before' : `${count} days before`,
}))

/** Reminders of lessons for participants: on or off, time and text. */
export function ReminderSettings() {
  return (
    <SwitchedSettings
      query={queryOf(readLessonReminders)}
      save={(body) => callApi(changeLessonReminders, { body })}
      call={changeLessonReminders}
      subject="Reminders are"
      loading="the reminders"
      label="Remind participants of their lessons by email"
      prefix="reminders"
      noun="reminders"
      schema={lessonReminders}
    >
      {({ values, change, errors, isSaving, text }) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              id="reminders-daysBefore"
              label="When"
              placeholder="Choose a day"
              options={days}
              value={String(values.daysBefore)}
              error={errors['daysBefore']}
              disabled={isSaving}
              onChange={({ target }) => change({ daysBefore: target.value === '' ? -1 : Number(target.value) })}
            />
            <TextField type="time" {...text('time', 'Time at the school')} />
          </div>
          <p className="text-muted text-sm">
            Each address gets one email per lesson, with the details at that time: canceled lessons send none, and a
            lesson that is moved afterwards sends its new time. Participants added later get it right away. Reminders
            already due when you turn this on are not sent.
          </p>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <div className="grid gap-4">
              <TextField {...text('subject', 'Subject')} />
              <TextAreaField rows={12} {...text('text', 'Text')} />
              <p className="text-muted text-sm">Placeholders: {placeholderList(reminderPlaceholders)}.</p>
            </div>
            <MailPreview
              subject={values.subject}
              text={values.text}
              label="Preview for the next lesson"
              call={previewLessonReminder}
            />
          </div>
        </>
      )}
    </SwitchedSettings>
  )
}
