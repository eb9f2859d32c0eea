import * as v from 'valibot'

const type = v.literal('oauth_callback')
const state = v.optional(v.pipe(v.string(), v.maxLength(512)))

/** Message from the callback page to its opener: a code or an error text, never both. */
export const callbackMessage = v.union([
  v.strictObject({ type, code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2_048)), state }),
  v.strictObject({ type, error: v.pipe(v.string(), v.nonEmpty()), state }),
])
export type CallbackMessage = v.InferOutput<typeof callbackMessage>

/** The opener's acknowledgement. */
export const receipt = v.strictObject({ type: v.literal('oauth_received'), state })

/** Reaches the opener when the provider's opener policy has severed the popup. */
export const openCallbackChannel = () => new BroadcastChannel('oauth_callback')
