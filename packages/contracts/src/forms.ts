import * as v from 'valibot'

export const contactFormId = 'contact_form'

/** Hidden from people: whoever fills it is a program. */
export const honeypotField = 'referral_code'
/** Milliseconds from the moment the form came alive until it was sent. */
export const elapsedField = 'elapsed_ms'

/** `POST /api/forms/submit`: what may stand beside the form's own fields, which the stored form checks. */
export const submissionEnvelope = v.looseObject({
  formId: v.pipe(v.string('formId is required'), v.maxLength(64)),
  [honeypotField]: v.optional(v.pipe(v.string(), v.maxLength(500))),
  [elapsedField]: v.optional(v.pipe(v.number(), v.minValue(0))),
})

/** `POST /api/forms/submit`, success. */
export const submissionReceipt = v.object({ success: v.literal(true), message: v.string(), id: v.string() })
export type SubmissionReceipt = v.InferOutput<typeof submissionReceipt>

/** The header that makes a repeated submission safe: one value for each filled form. */
export const idempotencyHeader = 'Idempotency-Key'
export const idempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/))
