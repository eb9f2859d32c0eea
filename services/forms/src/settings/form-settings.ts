import { AppError, type FieldErrors, invalidField, notFound, refuseErrors } from '@app/contracts/errors'
import type { FormSettings, MailPreview, MailTemplate, StoredFormSettings } from '@app/contracts/form-settings'
import { byField, contactFields, contactFormId, visitorPlaceholders } from '@app/contracts/forms'
import type { Interest } from '@app/contracts/site'
import { factPlaceholders } from '@app/contracts/website/school-facts'
import type { DeliveryQueue } from '@app/mail'
import { fillPlaceholders, firstName, placeholdersIn } from '@app/mail/templates/markup'
import type { Log } from '@app/service'
import type { Actor } from '@app/service/serve'
import { choiceOf, optionsOf } from '@app/table-schema'
import { offeredAnswers, withAnswers } from '../inquiries/accept-submission'
import { displayValues, type Form, type FormStore } from '../inquiries/form'
import type { SchoolValues, ServiceFacts } from '../inquiries/school-values'
import { type Submission, visitorFields } from '../inquiries/submission-document'
import type { SettingsNotice, SettingsNotices } from './settings-notices'
import { changedMeanwhile, changedNames } from './stored-settings'

/** Values by placeholder for an inquiry. Empty values are left out: a text that needs one is incomplete. */
export async function placeholderValues(
  form: Form,
  submission: Submission,
  facts: Pick<ServiceFacts, 'forInterest'>,
  school: SchoolValues,
): Promise<Record<string, string>> {
  const fields = displayValues(form, visitorFields(submission))
  const all: Record<string, string | undefined> = {
    ...school,
    ...(await facts.forInterest(submission.interest ?? '')),
    ...fields,
    first_name: firstName(fields.name ?? ''),
  }
  return Object.fromEntries(Object.entries(all).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])))
}

/** A filled text, and the placeholders in it that have no value. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>) {
  return {
    text: fillPlaceholders(template, values),
    missing: placeholdersIn(template).filter((name) => !Object.hasOwn(values, name)),
  }
}

/** Placeholders that are still in a text, except those that the visitor wrote. */
export const leftIn = (text: string, { name, message }: Readonly<Record<string, string>>) =>
  placeholdersIn(text).filter((placeholder) => !`${name} ${message}`.includes(`{${placeholder}}`))

type WithInterests = Pick<Form, 'fields' | 'past_interests'>

/** The interests that visitors choose from. */
const offeredInterests = ({ fields }: WithInterests): Interest[] => optionsOf(fields.properties['interest'])

/**
 * The form with other interests. A new one takes its label as its value, and one that was offered before its former value.
 * Those that are left out are kept with their labels, for the inquiries that have them.
 * @throws AppError `invalid_input` for a value that the form has never had
 */
function withInterests(form: WithInterests, wanted: readonly Interest[]): WithInterests {
  const known = [...offeredInterests(form), ...(form.past_interests ?? [])]
  const valueFor = ({ value, label }: Interest) => value || (known.find((one) => one.label === label)?.value ?? label)
  const next = wanted.map((one) => ({ value: valueFor(one), label: one.label }))
  const isUnknown = wanted.some(({ value }) => value !== '' && !known.some((one) => one.value === value))
  if (isUnknown || new Set(next.map(({ value }) => value)).size < next.length)
    throw invalidField('settings.interests', 'The interests have changed meanwhile. Load them again.')
  const interest = { ...form.fields.properties['interest']!, ...choiceOf(next) }
  return {
    fields: { ...form.fields, properties: { ...form.fields.properties, interest } },
    past_interests: known
      .filter(({ value }) => next.every((one) => one.value !== value))
      .map(({ value, label }) => ({ value, label })),
  }
}

const sample = { name: 'Zoë Quinn', email: 'zoe@example.com', message: 'A party for ten children, please.' }

const toWire = (form: Form & { updated_at: Date }, { school, booking_url }: SchoolValues): StoredFormSettings => ({
  version: form.updated_at.toISOString(),
  settings: {
    recipient: form.notification_recipient,
    replyTo: form.reply_to,
    notificationSubject: form.notification_subject,
    sendAutoReply: form.send_feedback_email,
    autoReplySubject: form.feedback_subject,
    autoReplyText: form.feedback_template,
    school,
    bookingUrl: booking_url,
    interests: offeredInterests(form),
    heardFrom: offeredAnswers(form),
  },
})

const toStored = (form: Form, settings: FormSettings) => {
  const { fields, ...interests } = withInterests(form, settings.interests)
  return {
    ...interests,
    ...withAnswers(fields, settings.heardFrom ?? offeredAnswers(form)),
    ...textsOf(settings),
  }
}

const textsOf = (settings: FormSettings) => ({
  notification_recipient: settings.recipient,
  reply_to: settings.replyTo,
  notification_subject: settings.notificationSubject,
  send_feedback_email: settings.sendAutoReply,
  feedback_subject: settings.autoReplySubject,
  feedback_template: settings.autoReplyText,
})

/** @throws AppError `invalid_input` naming placeholders that would never have a value */
function refuseUnknownPlaceholders(settings: FormSettings): void {
  const allowed: Partial<Record<keyof FormSettings, string[]>> = {
    notificationSubject: contactFields,
    autoReplySubject: [...visitorPlaceholders, ...factPlaceholders],
    autoReplyText: [...visitorPlaceholders, ...factPlaceholders],
  }
  const fields: FieldErrors = {}
  for (const [field, known] of Object.entries(allowed)) {
    const unknown = placeholdersIn(String(settings[field as keyof FormSettings])).filter(
      (name) => !known.includes(name),
    )
    if (unknown.length > 0)
      fields[`settings.${field}`] = `There is no placeholder ${unknown.map((name) => `{${name}}`).join(', ')}.`
  }
  refuseErrors(fields)
}

/** @throws AppError `invalid_input`: what is a fact of the website is changed there, so that mails and page say the same */
function refuseFacts({ school, bookingUrl }: FormSettings, now: StoredFormSettings['settings']): void {
  const text = 'This is a fact of the website. Change it under Website, Facts.'
  const fields: FieldErrors = {
    ...(school !== undefined && school !== now.school && { 'settings.school': text }),
    ...(bookingUrl !== undefined && bookingUrl !== now.bookingUrl && { 'settings.bookingUrl': text }),
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', text, fields)
}

type Deps = {
  school: () => Promise<SchoolValues>
  forms: Pick<FormStore, 'read' | 'update'>
  notices: SettingsNotices
  mail: Pick<DeliveryQueue, 'deliver'>
  log: Pick<Log, 'info'>
}

/** Tells the addresses that lose mail. `undefined`: none does. */
function noticeOf(
  before: FormSettings,
  names: readonly (keyof FormSettings)[],
  { email: by, requestId }: Actor,
): SettingsNotice | undefined {
  const redirected = names.filter((name) => name === 'recipient' || name === 'replyTo')
  if (redirected.length === 0) return undefined
  const words = { recipient: 'where inquiries are sent', replyTo: 'where answers of visitors go' }
  const what = redirected.map((name) => words[name as keyof typeof words]).join(' and ')
  return {
    by,
    requestId,
    to: [...new Set([before.recipient, ...(redirected.includes('replyTo') ? [before.replyTo] : [])])],
    subject: 'The addresses of the contact form were changed',
    text: `${by} has changed ${what}. This address was used before.\n\nIf you did not expect this, sign in to the dashboard and check the settings of inquiries.`,
  }
}

/** The configuration of the contact form, for admins. */
export function formSettingsActions({ forms, notices, mail, school, log }: Deps) {
  async function existing() {
    const form = await forms.read(contactFormId)
    if (!form) throw notFound('There is no such form.')
    return form
  }
  return {
    read: async (): Promise<StoredFormSettings> => toWire(await existing(), await school()),

    /** @returns the settings, and the names of those that changed */
    async change({ settings, version }: { settings: FormSettings; version: string }, actor: Actor) {
      refuseUnknownPlaceholders(settings)
      const form = await existing()
      const values = await school()
      const before = toWire(form, values).settings
      refuseFacts(settings, before)
      const stored = toStored(form, settings)
      const content = noticeOf(before, changedNames(before, settings), actor)
      const notice = content && (await notices.hold(content))
      const changed = await forms.update(contactFormId, stored, new Date(version))
      if (changed) {
        const { id: by, requestId } = actor
        const documentId = notice?._id.toHexString() ?? ''
        // Mails that are not queued now are queued by the sweep.
        for (const { message_id: messageId } of notice?.mails ?? [])
          await mail.deliver({ documentId, messageId, requestId, source: 'mailing' })
        log.info({ requestId, by }, 'inquiry settings changed')
        const after = toWire(changed, values)
        return { after, names: changedNames(before, after.settings) }
      }
      if (notice) await notices.drop(notice)
      throw changedMeanwhile()
    },

    async preview({ subject, text }: MailTemplate): Promise<MailPreview> {
      const form = await existing()
      const interest = offeredInterests(form)[0]?.label ?? ''
      const values = {
        ...(await school()),
        ...byField(contactFields, () => ''),
        ...sample,
        interest,
        first_name: firstName(sample.name),
      }
      const line = fillTemplate(subject, values)
      const body = fillTemplate(text, values)
      return { subject: line.text, text: body.text, missing: [...new Set([...line.missing, ...body.missing])] }
    },
  }
}
