import * as v from 'valibot'
import { keepSignedIn } from './users'
import { writtenLine } from './written-text'

/** A passkey as its owner sees it. `synced`: a password manager keeps a copy. Instants are ISO 8601 UTC. */
export const passkey = v.object({
  id: v.string(),
  name: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
  synced: v.boolean(),
})
export type Passkey = v.InferOutput<typeof passkey>
export const passkeyList = v.array(passkey)

const base64url = (maxLength: number) =>
  v.pipe(v.string(), v.maxLength(maxLength), v.regex(/^[A-Za-z0-9_-]+$/, 'must be base64url'))
const credentialId = base64url(1_400)
const attachment = v.optional(v.picklist(['platform', 'cross-platform']))
const extensions = v.looseObject({})
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
  authenticatorAttachment: v.optional(v.nullable(attachment)),
  clientExtensionResults: extensions,
}

/** What WebAuthn needs in the browser; made and read by @simplewebauthn. */
export const passkeyOptions = v.looseObject({ challenge: v.string() })

/** `POST /api/passkeys`: the answer of `navigator.credentials.create`, as JSON. */
export const newPasskey = v.strictObject({
  name: writtenLine('Name', 60),
  response: v.looseObject({
    ...credential,
    response: v.looseObject({
      clientDataJSON: base64url(4_096),
      attestationObject: base64url(8_192),
      transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(32))), v.maxLength(10))),
    }),
  }),
})
export type NewPasskey = v.InferOutput<typeof newPasskey>

/** `POST /api/passkeys/sign-in`: the answer of `navigator.credentials.get`, as JSON. */
export const passkeySignIn = v.strictObject({
  keep: keepSignedIn,
  response: v.looseObject({
    ...credential,
    response: v.looseObject({
      clientDataJSON: base64url(4_096),
      authenticatorData: base64url(4_096),
      signature: base64url(2_048),
      userHandle: v.optional(v.nullable(base64url(128))),
    }),
  }),
})
export type PasskeySignIn = v.InferOutput<typeof passkeySignIn>

/** `PUT /api/passkeys/{id}`. */
export const passkeyName = v.strictObject({ name: writtenLine('Name', 60) })

/** `DELETE /api/passkeys/{id}`. */
export const passkeyDeleted = v.object({ success: v.literal(true), id: v.string() })
