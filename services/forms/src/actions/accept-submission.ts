import { normalEmail } from '@app/contracts/email-address'
import { AppError, type FieldErrors } from '@app/contracts/errors'
import type { DeliveryQueue } from '@app/mail'
import { validateRecord } from '@app/table-schema'
import { inquiries } from '../metrics'
import type { Form, FormStore } from '../models/form'
import type { Acceptance, SubmissionStore } from '../models/submission'
import { dedupeKey } from './dedupe-key'
import { mailsFor } from './mails-for'
import { queueMails } from './queue-mails'
import { type Signs, spamSign } from './spam-signs'

type Deps = {
  forms: Pick<FormStore, 'find'>
  submissions: Pick<SubmissionStore, 'insert' | 'thankedLately'>
  mail: Pick<DeliveryQueue, 'deliver'>
  /** Counts one more inquiry of the whole site; true when this hour has had its share. */
  crowded: () => Promise<boolean>
  log: { info(details: object, event: string): void }
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

type About = { signs: Signs; idempotencyKey: string | undefined; requestId: string }

/**
 * Takes a visitor's message: checks it by the stored form, stores it with the mails it causes in one write, and tries to
 * queue them. Once it is stored the answer is success, whatever becomes of the queue.
 */
export function acceptSubmission({ forms, submissions, mail, crowded, log }: Deps) {
  async function take(
    formId: string,
    input: Readonly<Record<string, unknown>>,
    { signs, idempotencyKey, requestId }: About,
  ): Promise<Acceptance> {
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
    const { submission } = acceptance
    const stored = spamReason ? 'spam' : 'accepted'
    const outcome = acceptance.outcome === 'stored' ? stored : acceptance.outcome
    inquiries.add({ outcome })
    const queued = acceptance.outcome === 'stored' ? await queueMails(mail, submission, requestId) : false
    log.info({ requestId, submissionId: submission.id, outcome, queued }, 'inquiry')
    return acceptance
  }

  return async (...given: Parameters<typeof take>): Promise<Acceptance> => {
    try {
      return await take(...given)
    } catch (error) {
      inquiries.add({ outcome: error instanceof AppError && error.status < 500 ? 'refused' : 'failed' })
      throw error
    }
  }
}
