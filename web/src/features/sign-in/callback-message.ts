import * as v from 'valibot'

const type = v.literal('oauth_callback')
const state = v.optional(v.pipe(v.string(), v.maxLength(512)))

/** What the callback page tells the page that waits for it: a code or the text of an error, never both. */
export const callbackMessage = v.union([
  v.strictObject({ type, code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(2_048)), state }),
  v.strictObject({ type, error: v.pipe(v.string(), v.nonEmpty()), state }),
])
export type CallbackMessage = v.InferOutput<typeof callbackMessage>

/** How the page that waits says that it has the message. */
export const receipt = v.strictObject({ type: v.literal('oauth_received'), state })

/** For a popup that the provider has cut off from its opener. */
export const openCallbackChannel = () => new BroadcastChannel('oauth_callback')
