import {
  changeLessonReminders,
  previewLessonReminder,
  readLessonReminders,
} from '@app/contracts/calls/lesson-reminders'
import { AppError, type FieldErrors } from '@app/contracts/errors'
import {
  type LessonReminders,
  lessonReminders,
  maxDaysBefore,
  reminderPlaceholders,
  type StoredReminders,
} from '@app/contracts/lesson-reminders'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { callApi } from '#lib/call-api'
import { queryOf } from '#lib/call-query'
import { failureText } from '#lib/failure-text'
import { keepAnswer } from '#lib/keep-answer'
import { useSettled } from '#lib/use-settled'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { SelectField, TextAreaField, TextField } from '#ui/field'
import { LoadError, Loading } from '#ui/load-state'
import { Notice } from '#ui/notice'
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

/** Whether, when and how participants are reminded of their lessons. */
export function ReminderSettings() {
  const { data, error, refetch } = useQuery(settingsQuery)
  if (data) return <ReminderForm key={data.version} stored={data} onReload={() => refetch()} />
  if (error) return <LoadError error={error} fallback="Failed to load the reminders" onRetry={() => refetch()} />
  return <Loading>Loading the reminders...</Loading>
}

/** The service reports errors of settings below `settings.`. */
const fieldErrors = (error: unknown): FieldErrors =>
  Object.fromEntries(
    Object.entries((error instanceof AppError && error.fields) || {}).map(([field, text]) => [
      field.replace(/^settings\./, ''),
      text,
    ]),
  )

function errorsOf(values: LessonReminders): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of v.safeParse(lessonReminders, values, { abortPipeEarly: true }).issues ?? [])
    errors[String(issue.path?.[0]?.key ?? '')] ??= issue.message
  return errors
}

function ReminderForm({ stored, onReload }: { stored: StoredReminders; onReload: () => void }) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [values, setValues] = useState<LessonReminders>(stored.settings)
  const [errors, setErrors] = useState<FieldErrors>({})
  const showErrors = (found: FieldErrors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) requestAnimationFrame(() => document.getElementById(`reminders-${first}`)?.focus())
  }
  const saving = useSingleMutation<StoredReminders, LessonReminders>({
    mutationKey: ['lesson-reminders'],
    mutationFn: (settings) => callApi(changeLessonReminders, { body: { settings, version: stored.version } }),
    async onSuccess(saved) {
      await keepAnswer(client, settingsQuery.queryKey, saved)
      showToast({ text: saved.settings.on ? 'Saved. Reminders are on.' : 'Saved. Reminders are off.' })
    },
    onError: (error) => showErrors(fieldErrors(error)),
  })
  const isConflict = saving.error instanceof AppError && saving.error.code === 'conflict'

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const found = errorsOf(values)
    showErrors(found)
    if (Object.keys(found).length === 0) saving.mutate(values)
  }
  const field = (name: 'time' | 'subject' | 'text', label: string) => ({
    id: `reminders-${name}`,
    label,
    value: values[name],
    error: errors[name],
    readOnly: saving.isPending,
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {saving.error && Object.keys(errors).length === 0 && (
        <Notice tone="bad" title="The reminders were not saved" takesFocus>
          <p>{failureText(saving.error, 'Failed to save the reminders')}</p>
          {isConflict && (
            <Button size="small" variant="outline" className="justify-self-start" onClick={onReload}>
              Reload
            </Button>
          )}
        </Notice>
      )}
      <label className="flex min-h-11 items-center gap-2.5">
        <input
          type="checkbox"
          className="size-5 accent-primary"
          checked={values.on}
          disabled={saving.isPending}
          onChange={({ target }) => setValues({ ...values, on: target.checked })}
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
          disabled={saving.isPending}
          onChange={({ target }) =>
            setValues({ ...values, daysBefore: target.value === '' ? -1 : Number(target.value) })
          }
        />
        <TextField type="time" {...field('time', 'Time at the school')} />
      </div>
      <p className="text-muted text-sm">
        Each address gets one email for a lesson, made of the lesson as it is at that moment: canceled lessons send
        none, and a lesson that is moved afterwards sends its new time. Participants added later get it right away.
        Reminders already due when you turn this on are not sent.
      </p>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <div className="grid gap-4">
          <TextField {...field('subject', 'Subject')} />
          <TextAreaField rows={12} {...field('text', 'Text')} />
          <p className="text-muted text-sm">
            Placeholders: {reminderPlaceholders.map((name) => `{${name}}`).join(', ')}.
          </p>
        </div>
        <Preview subject={values.subject} text={values.text} />
      </div>
      <div className="flex justify-end">
        <Button type="submit" disabled={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save reminders'}
        </Button>
      </div>
    </form>
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
