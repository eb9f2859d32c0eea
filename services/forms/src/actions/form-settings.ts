import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { FormSettings, MailPreview, MailTemplate, StoredFormSettings } from '@app/contracts/form-settings'
import { contactFormId } from '@app/contracts/forms'
import { placeholdersIn } from '@app/mail/templates/markup'
import type { Form, FormStore } from '../models/form'
import { offeredInterests, withInterests } from '../models/interests'
import { fillTemplate } from './placeholders'
import { firstName } from './render-mail'

const sample = { name: 'Zoë Quinn', email: 'zoe@example.com', message: 'A party for ten children, please.' }
const visitorPlaceholders = ['name', 'first_name', 'email', 'interest', 'message']

const toWire = (form: Form & { updated_at: Date }): StoredFormSettings => ({
  version: form.updated_at.toISOString(),
  settings: {
    recipient: form.notification_recipient,
    replyTo: form.reply_to,
    notificationSubject: form.notification_subject,
    sendAutoReply: form.send_feedback_email,
    autoReplySubject: form.feedback_subject,
    autoReplyText: form.feedback_template,
    school: form.school ?? '',
    bookingUrl: form.booking_url ?? '',
    interests: offeredInterests(form),
  },
})

const toStored = (form: Form, settings: FormSettings) => ({
  ...withInterests(form, settings.interests),
  notification_recipient: settings.recipient,
  reply_to: settings.replyTo,
  notification_subject: settings.notificationSubject,
  send_feedback_email: settings.sendAutoReply,
  feedback_subject: settings.autoReplySubject,
  feedback_template: settings.autoReplyText,
  school: settings.school,
  booking_url: settings.bookingUrl,
})

/** @throws AppError `invalid_input` naming placeholders that would never have a value */
function refuseUnknownPlaceholders(settings: FormSettings): void {
  const allowed: Partial<Record<keyof FormSettings, string[]>> = {
    notificationSubject: ['name', 'email', 'interest', 'message'],
    autoReplySubject: [...visitorPlaceholders, 'school'],
    autoReplyText: [...visitorPlaceholders, 'school'],
  }
  const fields: FieldErrors = {}
  for (const [field, known] of Object.entries(allowed)) {
    const unknown = placeholdersIn(String(settings[field as keyof FormSettings])).filter(
      (name) => !known.includes(name),
    )
    if (unknown.length > 0)
      fields[`settings.${field}`] = `There is no placeholder ${unknown.map((name) => `{${name}}`).join(', ')}.`
  }
  const [first] = Object.values(fields)
  if (first) throw new AppError('invalid_input', first, fields)
}

/** The configuration of the contact form, for admins. */
export function formSettingsActions(forms: Pick<FormStore, 'read' | 'update'>) {
  async function existing() {
    const form = await forms.read(contactFormId)
    if (!form) throw new AppError('not_found', 'There is no such form.')
    return form
  }
  return {
    read: async (): Promise<StoredFormSettings> => toWire(await existing()),

    async change({ settings, version }: StoredFormSettings): Promise<StoredFormSettings> {
      refuseUnknownPlaceholders(settings)
      const stored = toStored(await existing(), settings)
      const changed = await forms.update(contactFormId, stored, new Date(version))
      if (changed) return toWire(changed)
      throw new AppError('conflict', 'Someone else changed the settings. Reload them and make your changes again.')
    },

    async preview({ subject, text }: MailTemplate): Promise<MailPreview> {
      const form = await existing()
      const { school = '' } = form
      const interest = offeredInterests(form)[0]?.label ?? ''
      const values = { ...sample, interest, school, first_name: firstName(sample.name) }
      const [line, body] = [fillTemplate(subject, values), fillTemplate(text, values)]
      return { subject: line.text, text: body.text, missing: [...new Set([...line.missing, ...body.missing])] }
    },
  }
}

export type FormSettingsActions = ReturnType<typeof formSettingsActions>
