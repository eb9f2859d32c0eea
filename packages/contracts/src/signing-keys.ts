import * as v from 'valibot'

const kid = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/))
const publicKey = v.object({
  kty: v.literal('OKP'),
  crv: v.literal('Ed25519'),
  kid,
  x: v.string(),
  d: v.optional(v.never()),
})

/** A private Ed25519 key as JWK: `SESSION_SIGNING_KEY`, `AUDIT_SIGNING_KEY`. */
export const signingKey = v.object({
  kty: v.literal('OKP'),
  crv: v.literal('Ed25519'),
  kid,
  x: v.string(),
  d: v.string(),
})
export type SigningKey = v.InferOutput<typeof signingKey>

/** The public keys that verify: `SESSION_PUBLIC_KEYS`, `AUDIT_PUBLIC_KEYS`. Several of them once a key was replaced. */
export const publicKeySet = v.object({ keys: v.pipe(v.array(publicKey), v.minLength(1)) })
export type PublicKeySet = v.InferOutput<typeof publicKeySet>
