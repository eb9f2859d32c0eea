import * as v from 'valibot'

export const contactFormId = 'contact_form'

/** Hidden from people: only a bot fills it. */
export const honeypotField = 'referral_code'
/**
 * Milliseconds from navigation to submission. Not from hydration, because a form can be filled in before that. It only
 * grows, so an edited or second message is never too fast. Left out where the browser cannot measure it.
 */
export const elapsedField = 'elapsed_ms'

/**
 * Where the visit began that led to the inquiry, for the figures of the site: the page, and the host of the link. What is no visit is
 * ignored, since no inquiry may fail by it.
 */
export const cameFromField = 'came_from'

/** An optional field of the form, which it has once the school has entered answers to choose from. */
export const heardFromField = 'heard_from'
export const heardFromTitle = 'How did you hear about us?'

/** `POST /api/forms/submit`: what may accompany the form's own fields, which the stored form validates. */
export const submissionEnvelope = v.looseObject({
  formId: v.pipe(v.string('formId is required'), v.maxLength(64)),
  [honeypotField]: v.optional(v.string()),
  [elapsedField]: v.optional(v.pipe(v.number(), v.minValue(0))),
  [cameFromField]: v.optional(v.unknown()),
})

/** `POST /api/forms/submit`, success. */
export const submissionReceipt = v.object({ success: v.literal(true), message: v.string(), id: v.string() })
export type SubmissionReceipt = v.InferOutput<typeof submissionReceipt>

/** Makes a repeated request safe: one value per filled-in form. */
export const idempotencyHeader = 'Idempotency-Key'
export const idempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/))
/** The headers of a call that may be repeated safely. */
export const idempotencyHeaders = v.object({ [idempotencyHeader]: v.optional(idempotencyKey) })
