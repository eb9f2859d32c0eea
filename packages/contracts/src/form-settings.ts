import * as v from 'valibot'
import { doc, post, tagged } from './call'
import type { CallResult } from './call-request'
import { emailText } from './email-text'
import { normalEmail } from './entered-line'
import { adminRead } from './policy'
import { settingsCalls, settingsDocs } from './settings-calls'
import { interest } from './site'
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

/** The settings of inquiries, for admins. */
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

const formSettingsCalls = settingsCalls(
  'FormSettings',
  '/api/forms/settings',
  formSettings,
  // A form that was configured by an earlier version may lack settings, which are empty then.
  v.object({
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
)
export const { read: readFormSettings, change: changeFormSettings } = formSettingsCalls
export type StoredFormSettings = CallResult<typeof readFormSettings>

export const mailTemplate = v.strictObject({ subject: v.string(), text: v.string() })
export type MailTemplate = v.InferOutput<typeof mailTemplate>

/** A template filled in for a sample visitor. `missing` names the placeholders that do not exist. */
export const mailPreview = v.object({ subject: v.string(), text: v.string(), missing: v.array(v.string()) })
export type MailPreview = v.InferOutput<typeof mailPreview>

export const previewMail = post('previewMail', '/api/forms/settings/preview', {
  ...adminRead,
  audit: false,
  body: { schema: mailTemplate },
  response: { 200: mailPreview },
})

export const docs = () => {
  const settings = {
    recipient: 'hello@archery.example',
    replyTo: 'hello@archery.example',
    notificationSubject: 'New inquiry: {interest} - {name}',
    sendAutoReply: true,
    autoReplySubject: 'Thank you for your inquiry, {name}',
    autoReplyText: 'Hi {first_name},\n\nWe will respond within 24 hours.',
    school: 'Valley Oak Archery',
    bookingUrl: 'https://booking.example.com/valley-oak-archery',
    interests: [{ value: 'Lessons', label: 'Archery Lessons' }],
    heardFrom: ['A friend', 'Search'],
  }
  return tagged('Inquiries', [
    ...settingsDocs(formSettingsCalls, {
      settings,
      read: {
        summary: 'Inquiry settings',
        description: 'Recipient, subjects, the automatic reply and the interests of the contact form.',
      },
      change: {
        summary: 'Change the inquiry settings',
        description:
          'Takes effect for new inquiries within two seconds. An interest with an empty `value` is new. One that is left out is no longer offered; inquiries that have it keep it. Visitors are asked how they heard about the school once `heardFrom` has answers.',
      },
    }),
    doc(previewMail, {
      summary: 'Preview an email',
      description: 'Fills in a template without sending it.',
      body: { example: { subject: 'Thank you, {name}', text: 'Hi {first_name}' } },
      responses: {
        200: {
          description: 'The text as a sample visitor would receive it.',
          example: { subject: 'Thank you, Zoë Quinn', text: 'Hi Zoë', missing: [] },
        },
      },
    }),
  ])
}
