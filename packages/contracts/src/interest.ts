import * as v from 'valibot'

/** An option of "interest" in the contact form. */
export const interest = v.object({ value: v.string(), label: v.string() })
export type Interest = v.InferOutput<typeof interest>
