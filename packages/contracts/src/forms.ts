import * as v from 'valibot'

export const contactFormId = 'contact_form'

/** `POST /api/forms/submit`, success. */
export const submissionReceipt = v.object({ success: v.literal(true), message: v.string(), id: v.string() })
export type SubmissionReceipt = v.InferOutput<typeof submissionReceipt>

/** The header that makes a repeated submission safe: one value for each filled form. */
export const idempotencyHeader = 'Idempotency-Key'
export const idempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/))
