import * as v from 'valibot'

/** Makes a repeated request safe: one value per filled-in form. */
export const idempotencyHeader = 'Idempotency-Key'
export const idempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8,64}$/))
/** The headers of a call that may be repeated safely. */
export const idempotencyHeaders = v.object({ [idempotencyHeader]: v.optional(idempotencyKey) })

/** The header that makes a repeated call safe, with what a repeat does. */
export const idempotencyDoc = (description: string) => ({
  [idempotencyHeader]: { description, example: '0f8fad5b-d9cb-469f-a165-70867728950e' },
})
