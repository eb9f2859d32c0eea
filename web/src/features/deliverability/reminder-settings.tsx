import {
  changeLessonReminders,
  type LessonReminders,
  lessonReminders,
  maxDaysBefore,
  previewLessonReminder,
  readLessonReminders,
  reminderPlaceholders,
  type StoredReminders,
} from '@app/contracts/lesson-reminders'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'
import { failureText } from '#lib/failure-text'
import { keepAnswer } from '#lib/keep-answer'
import { useSettled } from '#lib/use-settled'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { LoadError, Loading } from '#ui/load-state'
import { SettingsForm } from '#ui/settings-form'
import { showToastAtom } from '#ui/toast'

const settingsQuery = {
  ...queryOf(readLessonReminders),
  // Edited in a form: a refetch in the background would not show.
  staleTime: Number.POSITIVE_INFINITY,
}
const typingPauseMs = 400

const days = Array.from({ length: maxDaysBefore + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'On the same day' : count === 1 ? 'The day before' : `${count} days before`,
}))

/** Reminders of lessons for participants: on or off, time and text. */
export function ReminderSettings() {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data) return <ReminderForm key={data.version} stored={data} onReload={() => refetch()} />
  if (error) return <LoadError error={error} fallback="Failed to load the reminders" onRetry={() => refetch()} />
  return <Loading>Loading the reminders...</Loading>
}

function ReminderForm({ stored, onReload }: { stored: StoredReminders; onReload: () => void }) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  async function onSaved(saved: StoredReminders) {
    await keepAnswer(client, settingsQuery.queryKey, saved)
    showToast({ text: saved.settings.on ? 'Saved. Reminders are on.' : 'Saved. Reminders are off.' })
  }
  return (
    <SettingsForm<LessonReminders, StoredReminders>
      prefix="reminders"
      noun="reminders"
      schema={lessonReminders}
      stored={stored.settings}
      save={(settings) => callApi(changeLessonReminders, { body: { settings, version: stored.version } })}
      onSaved={onSaved}
      onReload={onReload}
    >
      {({ values, change, errors, isSaving, text }) => (
        <>
          <label className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              className="size-5 accent-primary"
              checked={values.on}
              disabled={isSaving}
              onChange={({ target }) => change({ on: target.checked })}
            />
            Remind participants of their lessons by email
          </label>
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
            Each address gets one email for a lesson, made of the lesson as it is at that moment: canceled lessons send
            none, and a lesson that is moved afterwards sends its new time. Participants added later get it right away.
            Reminders already due when you turn this on are not sent.
          </p>
          <div className="grid items-start gap-4 md:grid-cols-2">
            <div className="grid gap-4">
              <TextField {...text('subject', 'Subject')} />
              <TextAreaField rows={12} {...text('text', 'Text')} />
              <p className="text-muted text-sm">
                Placeholders: {reminderPlaceholders.map((name) => `{${name}}`).join(', ')}.
              </p>
            </div>
            <Preview subject={values.subject} text={values.text} />
          </div>
        </>
      )}
    </SettingsForm>
  )
}

function Preview(template: { subject: string; text: string }) {
  const [subject, text] = [useSettled(template.subject, typingPauseMs), useSettled(template.text, typingPauseMs)]
  const { data, error } = useQuery({
    ...queryOf(previewLessonReminder, { body: { subject, text } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section
      aria-label="Preview for the next lesson"
      className="grid gap-3 rounded-lg border border-line bg-card p-4 text-sm"
    >
      <p className="text-muted">Preview for the next lesson</p>
      <p className="font-semibold [overflow-wrap:anywhere]">{data?.subject}</p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{data?.text}</p>
      {data && data.missing.length > 0 && (
        <p className="text-bad">There is no placeholder {data.missing.map((name) => `{${name}}`).join(', ')}.</p>
      )}
      {error && <p className="text-bad">{failureText(error, 'Failed to show the preview')}</p>}
    </section>
  )
}
