import { jwt } from '@elysiajs/jwt'
import { type CryptoKey, importJWK, type JWTHeaderParameters, jwtVerify } from 'jose'
import * as v from 'valibot'
import { sessionLife } from './cookie'
import { recentlyVerified } from './recently-verified'

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
type SigningKey = v.InferOutput<typeof signingKey>
type PublicKeySet = v.InferOutput<typeof publicKeySet>

/** Signs session tokens. Only the auth service holds its key; `use` puts a new one in its place while serving. */
export async function tokenSigner(first: SigningKey, publicOrigin: string) {
  const signWith = async (key: SigningKey) =>
    jwt({
      name: 'sessionToken',
      secret: (await importJWK(key, algorithm)) as CryptoKey,
      alg: algorithm,
      kid: key.kid,
      typ: tokenType,
      iss: publicOrigin,
      aud: sessionAudience(publicOrigin),
      exp: `${sessionLife / 1000}s`,
      schema: v.object({ sub: v.string(), sid: v.string() }),
    }).decorator.sessionToken.sign
  let sign = await signWith(first)
  return {
    sign: (claims: TokenClaims): Promise<string> => sign(claims),
    async use(key: SigningKey) {
      sign = await signWith(key)
    },
  }
}

export type TokenSigner = Awaited<ReturnType<typeof tokenSigner>>

const importKeys = async (set: PublicKeySet) =>
  new Map(
    await Promise.all(set.keys.map(async (key) => [key.kid, (await importJWK(key, algorithm)) as CryptoKey] as const)),
  )

/**
 * Checks signature, algorithm, type, issuer, audience and life; `undefined` for whatever fails. Keys are found by `kid`
 * alone. A signature that was good is not computed again while its key is published; its life is checked every time.
 */
export async function tokenVerifier(first: PublicKeySet, publicOrigin: string, now = Date.now) {
  let keys = await importKeys(first)
  const verified = recentlyVerified<TokenClaims>(now)
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
  const check = async (token: string): Promise<TokenClaims | undefined> => {
    const known = verified.get(token)
    if (known) return known
    const checkedWith = keys
    try {
      const { payload } = await jwtVerify(token, keyOf, { ...options, currentDate: new Date(now()) })
      const { sub, sid, aud, exp } = payload
      if (Array.isArray(aud) || typeof sub !== 'string' || typeof sid !== 'string' || !sub || !sid) return undefined
      if (checkedWith === keys) verified.add(token, { sub, sid }, exp! * 1_000)
      return { sub, sid }
    } catch {
      return undefined
    }
  }
  return {
    verify: check,
    /** Publishes other keys while serving; what only a withdrawn one has signed is refused from here on. */
    async use(set: PublicKeySet) {
      keys = await importKeys(set)
      verified.clear()
    },
  }
}

export type TokenVerifier = Awaited<ReturnType<typeof tokenVerifier>>['verify']
