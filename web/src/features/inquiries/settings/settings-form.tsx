import { changeFormSettings, type FormSettings, formSettings, readFormSettings } from '@app/contracts/form-settings'
import { contactFields, visitorPlaceholders } from '@app/contracts/forms'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { callApi } from '#lib/call-api'
import { listPath } from '#lib/list-address'
import { paths } from '#lib/paths'
import { queryOf } from '#lib/queries'
import { SmallButton } from '#ui/button'
import { TextAreaField, TextField } from '#ui/field'
import { OptionRow } from '#ui/option-row'
import { usePageTitle } from '#ui/page-title'
import { StoredSettings } from '#ui/stored-settings'
import { MailPreview, placeholderList } from './mail-preview'

type Interests = FormSettings['interests']
type Props = {
  interests: Interests
  error: string | undefined
  readOnly: boolean
  onChange: (interests: Interests) => void
}

const idOf = (at: number) => `settings-interests-${at}`
const control =
  'min-h-11 min-w-56 flex-1 rounded-control border-2 border-edge bg-card px-3 text-ink hover:border-forest'

/** The choices of visitors in the form, in this order. A renamed interest keeps its inquiries. */
function InterestsEditor({ interests, error, readOnly, onChange }: Props) {
  const rename = (at: number, label: string) =>
    onChange(interests.map((option, other) => (other === at ? { ...option, label } : option)))
  const add = () => {
    onChange([...interests, { value: '', label: '' }])
    requestAnimationFrame(() => document.getElementById(idOf(interests.length))?.focus())
  }
  return (
    <fieldset id="settings-interests" tabIndex={-1} className="grid gap-2">
      <legend className="sr-only">Interests</legend>
      {interests.map((option, at) => (
        <OptionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: an interest has no other name while it is typed.
          key={at}
          options={interests}
          at={at}
          noun="Interest"
          disabled={readOnly}
          onChange={(next) => onChange([...next])}
        >
          <input
            id={idOf(at)}
            aria-label={`Interest ${at + 1}`}
            aria-describedby="settings-interests-error"
            value={option.label}
            maxLength={100}
            readOnly={readOnly}
            onChange={({ target }) => rename(at, target.value)}
            className={control}
          />
        </OptionRow>
      ))}
      <p id="settings-interests-error" className="text-bad text-sm empty:hidden">
        {error}
      </p>
      <SmallButton disabled={readOnly} onClick={add}>
        Add an interest
      </SmallButton>
    </fieldset>
  )
}

/** Where inquiries go and what visitors receive; admins only. */
export function SettingsPage() {
  usePageTitle('Inquiry settings')
  return (
    <>
      <h2 className="text-2xl">Inquiry settings</h2>
      <InquirySettings />
    </>
  )
}

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="grid gap-4 rounded-xl border border-line bg-paper p-4">
    <h3 id={id} className="text-lg">
      {title}
    </h3>
    {children}
  </section>
)

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

type AnswersProps = Pick<ComponentProps<typeof TextAreaField>, 'error' | 'readOnly'> & {
  stored: readonly string[]
  onChange: (answers: string[]) => void
}

/** Keeps the text as it is typed, with its empty lines. */
function Answers({ stored, onChange, ...field }: AnswersProps) {
  const [answers, setAnswers] = useState(stored.join('\n'))
  return (
    <TextAreaField
      id="settings-heardFrom"
      label="Answers, one per line"
      rows={5}
      value={answers}
      {...field}
      onValue={(value) => {
        setAnswers(value)
        onChange(linesOf(value))
      }}
    />
  )
}

/** Emails and options of the contact form. */
function InquirySettings() {
  return (
    <StoredSettings<FormSettings>
      prefix="settings"
      noun="settings"
      schema={formSettings}
      query={queryOf(readFormSettings)}
      // Facts of the website are only shown here, and may have changed since.
      save={({ settings: { school: _, bookingUrl: __, ...settings }, version }) =>
        callApi(changeFormSettings, { body: { settings, version } })
      }
      call={changeFormSettings}
      loading="the settings"
      saved={() => 'Settings saved'}
    >
      {({ values, change, errors, isSaving, text }) => (
        <>
          <Part id="settings-interests-heading" title="Interests in the contact form">
            <InterestsEditor
              interests={values.interests}
              error={errors['interests']}
              readOnly={isSaving}
              onChange={(interests) => change({ interests })}
            />
            <p className="text-muted text-sm">
              Visitors choose one of these. Inquiries keep an interest that is removed here or renamed.
            </p>
          </Part>
          <Part id="settings-heard-heading" title="How did you hear about us?">
            <Answers
              stored={values.heardFrom ?? []}
              error={errors['heardFrom']}
              readOnly={isSaving}
              onChange={(heardFrom) => change({ heardFrom })}
            />
            <p className="text-muted text-sm">
              Visitors may choose one of these below their message. Leave empty to hide the question.
            </p>
          </Part>
          <Part id="settings-school-heading" title="Notification to the school">
            <div className="grid gap-4 md:grid-cols-2">
              <TextField type="email" {...text('recipient', 'Recipient')} />
              <TextField {...text('notificationSubject', 'Notification subject')} />
            </div>
            <p className="text-muted text-sm">
              Placeholders: {placeholderList(contactFields)}. Every field of the inquiry follows below the subject.
            </p>
            <MailPreview subject={values.notificationSubject} label="Preview of the subject" />
          </Part>
          <Part id="settings-visitor-heading" title="Automatic reply to the visitor">
            <label className="flex min-h-8 items-center gap-2.5">
              <input
                type="checkbox"
                className="size-5"
                checked={values.sendAutoReply}
                disabled={isSaving}
                onChange={({ target }) => change({ sendAutoReply: target.checked })}
              />
              Send an automatic reply, at most one a day per address
            </label>
            <div className="grid items-start gap-4 md:grid-cols-2">
              <div className="grid gap-4">
                <TextField {...text('autoReplySubject', 'Subject')} />
                <TextAreaField rows={10} {...text('autoReplyText', 'Text')} />
                <p className="text-muted text-sm">
                  Placeholders: {placeholderList(visitorPlaceholders)}, and the facts of the website, such as{' '}
                  {'{school}'}, {'{school_phone}'}, {'{school_hours}'} or {'{price:birthday}'}.
                </p>
              </div>
              <MailPreview subject={values.autoReplySubject} text={values.autoReplyText} label="Preview of the email" />
            </div>
          </Part>
          <Part id="settings-replies-heading" title="Replies by staff">
            <div className="grid gap-4 md:grid-cols-2">
              <TextField type="email" {...text('replyTo', 'Reply address')} />
            </div>
            <p className="text-muted text-sm">
              {'{school}'}, {'{school_phone}'}, {'{booking_url}'} and the other facts of the{' '}
              <a href={paths.website} className="text-link underline">
                website
              </a>{' '}
              fill in the{' '}
              <a href={listPath({ table: 'reply_templates' })} className="text-link underline">
                reply templates
              </a>
              . Mails come from {values.school}.
            </p>
          </Part>
        </>
      )}
    </StoredSettings>
  )
}
