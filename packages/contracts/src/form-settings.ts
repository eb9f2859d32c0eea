import * as v from 'valibot'
import { normalEmail } from './email-address'
import { emailText } from './email-text'
import { interest } from './interest'
import { writtenLine, writtenText } from './written-text'

const address = (title: string) =>
  v.pipe(emailText, v.transform(normalEmail), v.string(`${title} is not a valid email`))

/** An option of "interest". A new one has no value yet: the service gives it one, which it keeps. */
const interestOption = v.strictObject({
  value: v.pipe(v.string(), v.maxLength(100)),
  label: writtenLine('Interest', 100),
})
const maxAnswers = 12
const differ = (labels: readonly string[]) => new Set(labels.map((label) => label.toLowerCase())).size === labels.length

/** What admins configure about inquiries. */
export const formSettings = v.strictObject({
  recipient: address('Recipient'),
  replyTo: address('Reply address'),
  notificationSubject: writtenLine('Notification subject', 150),
  sendAutoReply: v.boolean('Automatic reply must be true or false'),
  autoReplySubject: writtenLine('Subject', 150),
  autoReplyText: writtenText('Text', 5_000),
  /** Facts of the website, which are shown here and changed there. */
  school: v.optional(v.string()),
  bookingUrl: v.optional(v.string()),
  interests: v.pipe(
    v.array(interestOption),
    v.minLength(1, 'Visitors need an interest to choose'),
    v.maxLength(20, 'There may be 20 interests at most'),
    v.check((options) => differ(options.map(({ label }) => label)), 'Two interests have the same name'),
  ),
  /** Choices for "How did you hear about us?". The form has this question while there are any. Omit to keep the current ones. */
  heardFrom: v.optional(
    v.pipe(
      v.array(writtenLine('An answer', 60)),
      v.maxLength(maxAnswers, `There may be ${maxAnswers} answers at most`),
      v.check((answers) => differ(answers), 'Two answers are the same'),
    ),
  ),
})
export type FormSettings = v.InferOutput<typeof formSettings>

/** `GET` and `PUT /api/forms/settings`; `version` recognizes a change by someone else. */
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
    interests: v.array(interest),
    heardFrom: v.optional(v.array(v.string()), []),
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
