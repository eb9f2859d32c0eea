import { AppError, type FieldErrors } from '@app/contracts/errors'
import { type FormSettings, formSettings, type StoredFormSettings } from '@app/contracts/form-settings'
import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import { failureText } from '#lib/failure-text'
import { keepAnswer } from '#lib/keep-answer'
import { listPath } from '#lib/list-address'
import { paths } from '#lib/paths'
import { useSingleMutation } from '#lib/use-single-mutation'
import { Button } from '#ui/button'
import { TextAreaField, TextField } from '#ui/field'
import { Notice } from '#ui/notice'
import { showToastAtom } from '#ui/toast'
import { InterestsEditor } from './interests-editor'
import { MailPreview } from './mail-preview'
import { saveSettings, settingsQuery } from './settings.api'

type Props = { stored: StoredFormSettings; onReload: () => void }
type TextName = Exclude<keyof FormSettings, 'sendAutoReply' | 'interests' | 'heardFrom' | 'school' | 'bookingUrl'>

const section = 'grid gap-4 rounded-xl border border-line bg-paper p-4'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The service reports errors of settings below `settings.`. */
const fieldErrors = (error: unknown): FieldErrors =>
  Object.fromEntries(
    Object.entries((error instanceof AppError && error.fields) || {}).map(([field, text]) => [
      field.replace(/^settings\.(\w+).*$/, '$1'),
      text,
    ]),
  )

function errorsOf(values: FormSettings): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of v.safeParse(formSettings, values, { abortPipeEarly: true }).issues ?? [])
    errors[String(issue.path?.[0]?.key ?? '')] ??= issue.message
  return errors
}

export function SettingsForm({ stored, onReload }: Props) {
  const client = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [values, setValues] = useState<FormSettings>(stored.settings)
  const [answers, setAnswers] = useState(stored.settings.heardFrom.join('\n'))
  const [errors, setErrors] = useState<FieldErrors>({})
  const showErrors = (found: FieldErrors) => {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) requestAnimationFrame(() => document.getElementById(`settings-${first}`)?.focus())
  }
  const saving = useSingleMutation<StoredFormSettings, FormSettings>({
    mutationKey: ['inquiry-settings'],
    // Facts of the website are only shown here, and may have changed since.
    mutationFn: ({ school: _, bookingUrl: __, ...settings }) => saveSettings(settings, stored.version),
    async onSuccess(saved) {
      await keepAnswer(client, settingsQuery.queryKey, saved)
      showToast({ text: 'Settings saved' })
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
  const field = (name: TextName, label: string) => ({
    id: `settings-${name}`,
    label,
    value: values[name],
    error: errors[name],
    // Not `disabled`: an error found by the service must be able to take the focus.
    readOnly: saving.isPending,
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  })

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {saving.error && Object.keys(errors).length === 0 && (
        // The button that was pressed is a screen or more below.
        <Notice tone="bad" title="The settings were not saved" takesFocus>
          <p>{failureText(saving.error, 'Failed to save the settings')}</p>
          {isConflict && (
            <Button size="small" variant="outline" className="justify-self-start" onClick={onReload}>
              Reload
            </Button>
          )}
        </Notice>
      )}
      <section aria-labelledby="settings-interests-heading" className={section}>
        <h3 id="settings-interests-heading" className="text-lg">
          Interests in the contact form
        </h3>
        <InterestsEditor
          interests={values.interests}
          error={errors['interests']}
          readOnly={saving.isPending}
          onChange={(interests) => setValues({ ...values, interests })}
        />
        <p className="text-muted text-sm">
          Visitors choose one of these. Inquiries keep an interest that is removed here or renamed.
        </p>
      </section>
      <section aria-labelledby="settings-heard-heading" className={section}>
        <h3 id="settings-heard-heading" className="text-lg">
          How did you hear about us?
        </h3>
        <TextAreaField
          id="settings-heardFrom"
          label="Answers, one per line"
          rows={5}
          value={answers}
          error={errors['heardFrom']}
          readOnly={saving.isPending}
          onChange={({ target }) => {
            setAnswers(target.value)
            setValues({ ...values, heardFrom: linesOf(target.value) })
          }}
        />
        <p className="text-muted text-sm">
          Visitors may choose one of these below their message. Leave empty to hide the question.
        </p>
      </section>
      <section aria-labelledby="settings-school-heading" className={section}>
        <h3 id="settings-school-heading" className="text-lg">
          Notification to the school
        </h3>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField type="email" {...field('recipient', 'Recipient')} />
          <TextField {...field('notificationSubject', 'Notification subject')} />
        </div>
        <p className="text-muted text-sm">
          Placeholders: {'{name}'}, {'{email}'}, {'{interest}'}. Every field of the inquiry follows below the subject.
        </p>
        <MailPreview subject={values.notificationSubject} label="Preview of the subject" />
      </section>
      <section aria-labelledby="settings-visitor-heading" className={section}>
        <h3 id="settings-visitor-heading" className="text-lg">
          Automatic reply to the visitor
        </h3>
        <label className="flex min-h-8 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-5"
            checked={values.sendAutoReply}
            disabled={saving.isPending}
            onChange={({ target }) => setValues({ ...values, sendAutoReply: target.checked })}
          />
          Send an automatic reply, at most one a day per address
        </label>
        <div className="grid items-start gap-4 md:grid-cols-2">
          <div className="grid gap-4">
            <TextField {...field('autoReplySubject', 'Subject')} />
            <TextAreaField rows={10} {...field('autoReplyText', 'Text')} />
            <p className="text-muted text-sm">
              Placeholders: {'{name}'}, {'{first_name}'}, {'{interest}'}, {'{message}'}, and the facts of the website,
              such as {'{school}'}, {'{phone}'}, {'{hours}'} or {'{price:birthday}'}.
            </p>
          </div>
          <MailPreview subject={values.autoReplySubject} text={values.autoReplyText} label="Preview of the email" />
        </div>
      </section>
      <section aria-labelledby="settings-replies-heading" className={section}>
        <h3 id="settings-replies-heading" className="text-lg">
          Replies by staff
        </h3>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField type="email" {...field('replyTo', 'Reply address')} />
        </div>
        <p className="text-muted text-sm">
          {'{school}'}, {'{phone}'}, {'{booking_url}'} and the other facts of the{' '}
          <a href={paths.website} className="text-link underline">
            website
          </a>{' '}
          fill in the{' '}
          <a href={listPath({ table: 'reply_templates' })} className="text-link underline">
            reply templates
          </a>
          . Mails come from {values.school}.
        </p>
      </section>
      <div className="flex justify-end">
        <Button type="submit" disabled={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save settings'}
        </Button>
      </div>
    </form>
  )
}
