import {
  changeLessonReminders,
  lessonReminders,
  maxDaysBefore,
  previewLessonReminder,
  readLessonReminders,
  reminderPlaceholders,
} from '@app/contracts/lesson-reminders'
import { changeWeeklyLetter, readWeeklyLetter, weeklyLetter } from '@app/contracts/weekly-letter'
import { MailPreview, placeholderList } from '#features/inquiries/settings/mail-preview'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/queries'
import { CheckField } from '#ui/check-field'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { StoredSettings, type StoredSettingsProps } from '#ui/stored-settings'

type Props<Settings extends object> = Omit<StoredSettingsProps<Settings>, 'saved'> & {
  /** What is on or off, as in "Reminders are". */
  subject: string
  label: string
}

/** Settings of mails that are sent or not, with a switch above the fields of `children`. */
const SwitchedSettings = <Settings extends { on: boolean }>({
  subject,
  label,
  children,
  ...props
}: Props<Settings>) => (
  <StoredSettings {...props} saved={({ on }: Settings) => `Saved. ${subject} ${on ? 'on' : 'off'}.`}>
    {(fields) => (
      <>
        <CheckField
          checked={fields.values.on}
          disabled={fields.isSaving}
          onCheck={(on) => fields.change({ on } as Partial<Settings>)}
        >
          {label}
        </CheckField>
        {children(fields)}
      </>
    )}
  </StoredSettings>
)

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((label, at) => ({
  value: String(at),
  label,
}))

/** The letter before the lessons of a week: on or off, and when. */
export function LetterSettings() {
  return (
    <SwitchedSettings
      query={queryOf(readWeeklyLetter)}
      save={(body) => callApi(changeWeeklyLetter, { body })}
      call={changeWeeklyLetter}
      subject="The letter is"
      loading="the weekly letter"
      label="Send a letter about the lessons of the next seven days"
      prefix="letter"
      noun="letter settings"
      schema={weeklyLetter}
    >
      {({ values, change, errors, isSaving, text }) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              id="letter-weekday"
              label="Every"
              placeholder="Choose a day"
              options={weekdays}
              value={String(values.weekday)}
              error={errors['weekday']}
              disabled={isSaving}
              onValue={(value) => change({ weekday: value === '' ? -1 : Number(value) })}
            />
            <TextField type="time" {...text('time', 'Time of the letter')} />
          </div>
          <p className="text-muted text-sm">
            Instructors get one letter about their own lessons: who comes, free seats and missing waivers. Admins get
            one about all lessons and the inquiries that wait. Each letter shows what its reader may see.
          </p>
        </>
      )}
    </SwitchedSettings>
  )
}

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
              onValue={(value) => change({ daysBefore: value === '' ? -1 : Number(value) })}
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
