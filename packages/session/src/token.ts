import { jwt } from '@elysiajs/jwt'
import { type CryptoKey, importJWK, type JWTHeaderParameters, jwtVerify } from 'jose'
import * as v from 'valibot'
import { sessionLife } from './cookie'

const kid = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/))
const publicKey = v.object({
  kty: v.literal('OKP'),
  crv: v.literal('Ed25519'),
  kid,
  x: v.string(),
  d: v.optional(v.never()),
})

/** `SESSION_SIGNING_KEY`: a private Ed25519 key as JWK. */
export const signingKey = v.object({
  kty: v.literal('OKP'),
  crv: v.literal('Ed25519'),
  kid,
  x: v.string(),
  d: v.string(),
})
/** `SESSION_PUBLIC_KEYS`: the keys that verify. Two of them during a rotation. */
export const publicKeySet = v.object({ keys: v.pipe(v.array(publicKey), v.minLength(1)) })

/** Who a session token is for: the API behind the site of this origin. */
const sessionAudience = (publicOrigin: string) => `${publicOrigin}/api`

const algorithm = 'EdDSA'
const tokenType = 'session+jwt'

/** What a token says. Whether the session still lives is for the guard to ask. */
export type TokenClaims = { sub: string; sid: string }

/** A plugin that decorates the context with `sessionToken.sign({sub, sid})`. Only the auth service holds its key. */
export async function tokenSigner(key: v.InferOutput<typeof signingKey>, publicOrigin: string) {
  return jwt({
    name: 'sessionToken',
    secret: (await importJWK(key, algorithm)) as CryptoKey,
    alg: algorithm,
    kid: key.kid,
    typ: tokenType,
    iss: publicOrigin,
    aud: sessionAudience(publicOrigin),
    exp: `${sessionLife / 1000}s`,
    schema: v.object({ sub: v.string(), sid: v.string() }),
  })
}

export type TokenVerifier = (token: string) => Promise<TokenClaims | undefined>

/** Checks signature, algorithm, type, issuer, audience and life; `undefined` for whatever fails. Keys are found by `kid` alone. */
export async function tokenVerifier(
  set: v.InferOutput<typeof publicKeySet>,
  publicOrigin: string,
): Promise<TokenVerifier> {
  const keys = new Map(
    await Promise.all(set.keys.map(async (key) => [key.kid, (await importJWK(key, algorithm)) as CryptoKey] as const)),
  )
  const keyOf = (header: JWTHeaderParameters) => {
    const key = keys.get(String(header.kid))
    if (!key) throw new Error('unknown key')
    return key
  }
  const options = {
    algorithms: [algorithm],
    typ: tokenType,
    issuer: publicOrigin,
    audience: sessionAudience(publicOrigin),
    requiredClaims: ['sub', 'sid', 'iat', 'exp'],
  }
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keyOf, options)
      if (Array.isArray(payload.aud)) return undefined
      return typeof payload.sub === 'string' && typeof payload.sid === 'string'
        ? { sub: payload.sub, sid: payload.sid }
        : undefined
    } catch {
      return undefined
    }
  }
}
