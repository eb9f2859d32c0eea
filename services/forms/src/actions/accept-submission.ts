import { normalEmail } from '@app/contracts/email-address'
import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { MailQueue } from '@app/mail'
import { validateRecord } from '@app/table-schema'
import type { Form, FormStore } from '../models/form'
import type { Acceptance, SubmissionStore } from '../models/submission'
import { dedupeKey } from './dedupe-key'
import { mailsFor } from './mails-for'
import { queueMails } from './queue-mails'
import { type Signs, spamSign } from './spam-signs'

type Deps = {
  forms: Pick<FormStore, 'find'>
  submissions: Pick<SubmissionStore, 'insert' | 'thankedLately'>
  mail: Pick<MailQueue, 'deliver'>
  /** Counts one more inquiry of the whole site; true when this hour has had its share. */
  crowded: () => Promise<boolean>
}

function unknownFields(form: Form, input: Readonly<Record<string, unknown>>): FieldErrors {
  const strangers = Object.keys(input).filter((name) => !Object.hasOwn(form.fields.properties, name))
  return Object.fromEntries(strangers.map((name) => [name, 'This field is not part of the form.']))
}

/** The values as they are stored: trimmed, the address in its normal form. @throws AppError with a message per field */
function checked(form: Form, input: Readonly<Record<string, unknown>>): Record<string, string> {
  const fields = { ...validateRecord(form.fields, input), ...unknownFields(form, input) }
  const [first] = Object.values(fields)
  if (first) throw new AppError('invalid_input', first, fields)
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const text = String(value).normalize('NFC').trim()
      return [name, form.fields.properties[name]?.format === 'email' ? (normalEmail(text) ?? text) : text]
    }),
  )
}

/**
 * Takes a visitor's message: checks it by the stored form, stores it with the mails it causes in one write, and tries to
 * queue them. Once it is stored the answer is success, whatever becomes of the queue.
 */
export const acceptSubmission =
  ({ forms, submissions, mail, crowded }: Deps) =>
  async (
    formId: string,
    input: Readonly<Record<string, unknown>>,
    { signs, idempotencyKey, requestId }: { signs: Signs; idempotencyKey: string | undefined; requestId: string },
  ): Promise<Acceptance> => {
    const form = await forms.find(formId)
    if (!form) throw new AppError('not_found', 'There is no such form.')
    const fields = checked(form, input)

    // What is held is kept and seen by staff like all else, but nobody is mailed.
    const spamReason = spamSign(signs, fields) ?? ((await crowded()) ? 'volume' : undefined)
    const mails = spamReason ? [] : await mailsFor(form, fields.email, submissions)

    const acceptance = await submissions.insert({
      formId,
      fields,
      requestId,
      dedupeKey: dedupeKey(formId, fields),
      idempotencyKey,
      mails,
      spamReason,
    })
    if (acceptance.outcome === 'stored') {
      await queueMails(mail, acceptance.submission, requestId)
    }
    return acceptance
  }
