import { seconds } from '@app/contracts/durations'
import { AppError, type FieldErrors, notFound, refuseErrors } from '@app/contracts/errors'
import { contactFormId, elapsedField, heardFromField, heardFromTitle, honeypotField } from '@app/contracts/forms'
import type { SpamReason } from '@app/contracts/inquiries'
import type { DeliveryQueue } from '@app/mail'
import { storedValue, validateRecord } from '@app/table-schema'
import { counter } from '@app/telemetry'
import type { Form, FormStore } from './form'
import { mailsFor, queueMails } from './inquiry-mails'
import { type Acceptance, dedupeKeys, type SubmissionStore } from './submission'

/** The answers offered to visitors who are asked how they heard about the school; none when they are not asked. */
export const offeredAnswers = ({ fields }: Pick<Form, 'fields'>): string[] =>
  (fields.properties[heardFromField]?.enum ?? []).map(String)

/** The form with other answers. Without one it does not ask. */
export function withAnswers(
  fields: Form['fields'],
  answers: readonly string[],
): Pick<Form, 'fields' | 'asked_heard_from'> {
  const { [heardFromField]: _, ...others } = fields.properties
  if (answers.length === 0) return { fields: { ...fields, properties: others } }
  const field = { type: 'string', title: heardFromTitle, enum: [...answers] }
  return { fields: { ...fields, properties: { ...others, [heardFromField]: field } }, asked_heard_from: true }
}

/** No person fills in four fields faster. */
const minElapsedMs = seconds(2)
const maxLinks = 3

/** Sent by the page with the fields. API clients may leave it out. */
export type SpamSignals = { [honeypotField]?: string | undefined; [elapsedField]?: number | undefined }

const linksIn = (text: string) => text.match(/https?:\/\/|(?<![\w/])www\./gi)?.length ?? 0

/** Why a message looks like spam; `undefined` when it does not. */
export function spamReasonOf(signals: SpamSignals, fields: Readonly<Record<string, string>>): SpamReason | undefined {
  if (signals[honeypotField]?.trim()) return 'honeypot'
  if ((signals[elapsedField] ?? minElapsedMs) < minElapsedMs) return 'too_fast'
  if (linksIn(Object.values(fields).join('\n')) > maxLinks) return 'links'
  return undefined
}

// `repeated`: the same request again; `duplicate`: an equal message again; `refused`: validation failed.
const outcomes = ['accepted', 'spam', 'repeated', 'duplicate', 'refused', 'failed'] as const
type InquiryOutcome = (typeof outcomes)[number]

const inquiries = counter('inquiries_total', 'Submitted inquiries by outcome', { outcome: outcomes })

const countInquiry = (outcome: InquiryOutcome) => inquiries.add({ outcome })

type Deps = {
  forms: Pick<FormStore, 'find'>
  submissions: Pick<SubmissionStore, 'insert' | 'sender'>
  mail: Pick<DeliveryQueue, 'deliver'>
  /** Counts an inquiry for the whole site; true when the hourly limit is exceeded. */
  overHourlyLimit: () => Promise<boolean>
  log: { info(details: object, event: string): void }
  count?: (outcome: InquiryOutcome) => void
}

function unknownFields(form: Form, input: Readonly<Record<string, unknown>>): FieldErrors {
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(form.fields.properties, name))
  return Object.fromEntries(unknown.map((name) => [name, 'This field is not part of the form.']))
}

/** Without an answer that is offered no more: an optional question never keeps an inquiry from being sent. */
const withoutFormerAnswer = (form: Form, { [heardFromField]: answer, ...input }: Readonly<Record<string, unknown>>) =>
  offeredAnswers(form).some((offered) => offered === answer) ? { ...input, [heardFromField]: answer } : input

/** The values as they are stored: trimmed, addresses normalized. @throws AppError with a message per field */
function validated(form: Form, input: Readonly<Record<string, unknown>>): Record<string, string> {
  const fields = { ...validateRecord(form.fields, input), ...unknownFields(form, input) }
  refuseErrors(fields)
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field = form.fields.properties[name]
      const stored = field && storedValue(field, String(value))
      return [name, String(stored ?? '').trim()]
    }),
  )
}

type Context = { signals: SpamSignals; idempotencyKey: string | undefined; requestId: string }

/**
 * Accepts a visitor's message: validates it by the stored form, stores it with the mails it causes in one write, and begins to
 * queue them. Once it is stored the answer is success, whether or not queueing works.
 */
export function acceptSubmission({ forms, submissions, mail, overHourlyLimit, log, count = countInquiry }: Deps) {
  async function accept(
    formId: string,
    input: Readonly<Record<string, unknown>>,
    { signals, idempotencyKey, requestId }: Context,
  ): Promise<Acceptance> {
    const form = await forms.find(formId)
    // The product has it from its first start on: without it, the database is not the one that it should be.
    if (!form && formId === contactFormId)
      throw new AppError('unavailable', 'The service is busy. Please try again shortly.')
    if (!form) throw notFound('There is no such form.')
    const fields = validated(form, withoutFormerAnswer(form, input))

    // A held inquiry is stored and shown to staff, but sends no mail.
    const signalled = spamReasonOf(signals, fields)
    const [sender, isOverLimit] = await Promise.all([
      submissions.sender(fields.email ?? ''),
      signalled ? false : overHourlyLimit(),
    ])
    const spamReason = signalled ?? (isOverLimit ? 'volume' : null) ?? (sender.marked ? 'sender' : null)
    const mails = spamReason ? [] : mailsFor(form, fields.email, sender)

    const acceptance = await submissions.insert({
      form_id: formId,
      fields,
      request_id: requestId,
      keys: dedupeKeys(formId, fields),
      idempotency_key: idempotencyKey,
      mails,
      spam_reason: spamReason,
    })
    const { submission } = acceptance
    const stored = spamReason ? 'spam' : 'accepted'
    const outcome = acceptance.outcome === 'stored' ? stored : acceptance.outcome
    count(outcome)
    // The answer does not wait for the queue: what the queue does not take, or the process loses, the sweep queues later.
    const received = { requestId, submissionId: submission._id.toHexString(), outcome }
    const queueing = acceptance.outcome === 'stored' ? queueMails(mail, submission, requestId) : Promise.resolve(false)
    void queueing.then((queued) => log.info({ ...received, queued }, 'inquiry received'))
    return acceptance
  }

  return async (...given: Parameters<typeof accept>): Promise<Acceptance> => {
    try {
      return await accept(...given)
    } catch (error) {
      count(error instanceof AppError && error.status < 500 ? 'refused' : 'failed')
      throw error
    }
  }
}
