import * as v from 'valibot'

export const contactFormId = 'contact_form'

/** Hidden from people: whoever fills it is a program. */
export const honeypotField = 'referral_code'
/**
 * Milliseconds from the moment the page was asked for until the form was sent. Not from when the form came alive: what
 * was typed, filled in or restored before then took its time, too. It only grows, so a message that is edited and sent
 * again quickly, or a second one, is never too fast. Left out where it would tell nothing.
 */
export const elapsedField = 'elapsed_ms'

/** `POST /api/forms/submit`: what may stand beside the form's own fields, which the stored form checks. */
export const submissionEnvelope = v.looseObject({
  formId: v.pipe(v.string('formId is required'), v.maxLength(64)),
  [honeypotField]: v.optional(v.string()),
  [elapsedField]: v.optional(v.pipe(v.number(), v.minValue(0))),
})

/** `POST /api/forms/submit`, success. */
export const submissionReceipt = v.object({ success: v.literal(true), message: v.string(), id: v.string() })
export type SubmissionReceipt = v.InferOutput<typeof submissionReceipt>

/** The header that makes a repeated submission safe: one value for each filled form. */
export const idempotencyHeader = 'Idempotency-Key'
export const idempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/))
