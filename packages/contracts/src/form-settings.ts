import * as v from 'valibot'
import { normalEmail } from './email-address'

const address = (title: string) =>
  v.pipe(v.string(), v.transform(normalEmail), v.string(`${title} is not a valid email`))

const text = (title: string, maxLength: number) =>
  v.pipe(
    v.string(`${title} is required`),
    v.trim(),
    v.minLength(1, `${title} is required`),
    v.maxLength(maxLength, `${title} cannot exceed ${maxLength} characters`),
  )

/** Subjects and names are mail headers: one line. */
const line = (title: string, maxLength: number) =>
  v.pipe(
    text(title, maxLength),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matches what is refused.
    v.regex(/^[^\u0000-\u001f\u007f\u0085\u2028\u2029]*$/, `${title} is not valid`),
  )

/** What admins configure about inquiries. */
export const formSettings = v.strictObject({
  recipient: address('Recipient'),
  replyTo: address('Reply address'),
  notificationSubject: line('Notification subject', 150),
  sendAutoReply: v.boolean('Automatic reply must be true or false'),
  autoReplySubject: line('Subject', 150),
  autoReplyText: text('Text', 5_000),
  school: line('Name of the school', 100),
  bookingUrl: v.pipe(line('Booking page', 300), v.regex(/^https?:\/\/\S+$/, 'Booking page must be a web address')),
})
export type FormSettings = v.InferOutput<typeof formSettings>

/** `GET` and `PUT /api/forms/settings`; `version` recognises a change by someone else. */
export const storedFormSettings = v.object({
  // As stored: a form that was configured by an earlier version may lack settings, which are empty then.
  settings: v.object({
    recipient: v.string(),
    replyTo: v.string(),
    notificationSubject: v.string(),
    sendAutoReply: v.boolean(),
    autoReplySubject: v.string(),
    autoReplyText: v.string(),
    school: v.string(),
    bookingUrl: v.string(),
  }),
  version: v.string(),
})
export type StoredFormSettings = v.InferOutput<typeof storedFormSettings>
export const formSettingsChange = v.strictObject({ settings: formSettings, version: v.string() })

/** `POST /api/forms/settings/preview`. */
export const mailTemplate = v.strictObject({ subject: v.string(), text: v.string() })
export type MailTemplate = v.InferOutput<typeof mailTemplate>

/** A template filled in for a sample visitor. `missing` names the placeholders that do not exist. */
export const mailPreview = v.object({ subject: v.string(), text: v.string(), missing: v.array(v.string()) })
export type MailPreview = v.InferOutput<typeof mailPreview>
