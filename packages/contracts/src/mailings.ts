import * as v from 'valibot'
import { normalEmail } from './email-address'
import { emailText } from './email-text'
import { replyDraft } from './inquiries'
import { optionalLine } from './written-text'

/** Staff with the right to edit this table may write to students. */
export const mailingTable = 'lessons'

/** Fits into the size limit of a request. Send more people in several mailings, each address in one of them. */
export const maxRecipients = 60

const recipient = v.strictObject({
  name: optionalLine('Name', 200),
  email: v.pipe(emailText, v.transform(normalEmail), v.string('Email is not a valid email')),
})

/** `POST /api/forms/mailings`. `{name}` and `{first_name}` in the text are filled in for each recipient. */
export const mailingDraft = v.strictObject({
  ...replyDraft.entries,
  recipients: v.pipe(
    v.array(recipient),
    v.minLength(1, 'Recipients is required'),
    v.maxLength(maxRecipients, `Recipients cannot exceed ${maxRecipients}`),
  ),
})
export type MailingDraft = v.InferOutput<typeof mailingDraft>

/** The answer of `POST` and `GET /api/forms/mailings`. Each address receives one email, so there may be fewer than were given. */
export const mailing = v.object({
  id: v.string(),
  subject: v.string(),
  by: v.string(),
  at: v.string(),
  recipients: v.array(
    v.object({
      name: v.string(),
      email: emailText,
      state: v.picklist(['pending', 'sending', 'sent', 'failed']),
      reason: v.nullable(v.string()),
    }),
  ),
})
export type Mailing = v.InferOutput<typeof mailing>
