import { createHash, randomBytes } from 'node:crypto'
import { hours } from '@app/contracts/durations'
import type { PublicKeySet, SigningKey } from '@app/contracts/signing-keys'
import { jwt } from '@elysiajs/jwt'
import { type CryptoKey, importJWK, type JWTHeaderParameters, jwtVerify } from 'jose'

/** The absolute life of a session, its cookie and its token, in milliseconds. */
export const sessionLife = hours(12)

/**
 * The value of a cookie; `undefined` when it is absent or sent twice: the second one may have been set by a sibling domain,
 * and nothing tells the two apart.
 */
export function readCookie(request: Request, name: string): string | undefined {
  const values = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
  return values.length === 1 ? values[0]!.slice(name.length + 1) : undefined
}

/** A host-only, HttpOnly cookie; over https it has the `__Host-` prefix, which browsers enforce. */
export function hostCookie(base: string, publicOrigin: string, maxAge: number) {
  const secure = publicOrigin.startsWith('https:')
  const name = secure ? `__Host-${base}` : base
  const write = (value: string, age: number) =>
    `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${Math.floor(age / 1000)}${secure ? '; Secure' : ''}`
  return {
    read: (request: Request) => readCookie(request, name),
    set: (value: string) => write(value, maxAge),
    clear: () => write('', 0),
  }
}

/** The cookie that holds the session token. */
export const sessionCookie = (publicOrigin: string) => hostCookie('session', publicOrigin, sessionLife)

/** 256 random bits, for a token, a cookie or an address that opens something. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** Stored instead of a secret, so that a copy of the database opens nothing. So many random bits need no salt. */
export const secretHash = (secret: string) => createHash('sha256').update(secret).digest('base64url')

const maxTokens = 1_000

/**
 * Caches tokens with a verified signature, by hash, least recently used first out. It saves the signature check only:
 * the session itself is read for every request.
 */
function verifiedTokens<Claims>(now: () => number) {
  const entries = new Map<string, { claims: Claims; endsAt: number }>()
  const hashOf = (token: string) => createHash('sha256').update(token).digest('base64')
  return {
    get(token: string): Claims | undefined {
      const key = hashOf(token)
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.endsAt <= now()) return undefined
      entries.set(key, entry)
      return entry.claims
    },
    add(token: string, claims: Claims, endsAt: number): void {
      entries.set(hashOf(token), { claims, endsAt })
      if (entries.size > maxTokens) entries.delete(entries.keys().next().value!)
    },
    clear: () => entries.clear(),
  }
}

/** The audience of a session token: the API of this origin. */
const sessionAudience = (publicOrigin: string) => `${publicOrigin}/api`

const algorithm = 'EdDSA'
const tokenType = 'session+jwt'
/** Seconds by which the clocks of two replicas may differ. It applies to `iat`, not to the end of a token. */
const clockSkew = 5

/** The claims of a token. Whether the session is still live is checked in `identify`. */
type TokenClaims = { sub: string; sid: string }

/** Signs session tokens. Only the auth service holds the private key; `use` replaces it at run time. */
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

/** JSON numbers may overflow to Infinity, which would pass every comparison with the clock. */
const isLifetime = (issuedAt: unknown, expiresAt: unknown) =>
  Number.isSafeInteger(issuedAt) &&
  Number.isSafeInteger(expiresAt) &&
  Number(expiresAt) - Number(issuedAt) <= sessionLife / 1000

const importKeys = async (set: PublicKeySet) =>
  new Map(
    await Promise.all(set.keys.map(async (key) => [key.kid, (await importJWK(key, algorithm)) as CryptoKey] as const)),
  )

/**
 * Checks signature, algorithm, type, issuer, audience and lifetime; `undefined` when any of them fails. Keys are found by
 * `kid` alone. A verified signature is cached while its key is published; the lifetime is checked every time.
 */
export async function tokenVerifier(first: PublicKeySet, publicOrigin: string, now = Date.now) {
  let keys = await importKeys(first)
  const verified = verifiedTokens<TokenClaims>(now)
  const findKey = (header: JWTHeaderParameters) => {
    const key = keys.get(String(header.kid))
    if (!key) throw new Error('unknown key')
    return key
  }
  const options = {
    algorithms: [algorithm],
    typ: tokenType,
    issuer: publicOrigin,
    audience: sessionAudience(publicOrigin),
    maxTokenAge: sessionLife / 1000,
    clockTolerance: clockSkew,
  }
  const check = async (token: string): Promise<TokenClaims | undefined> => {
    const known = verified.get(token)
    if (known) return known
    const checkedWith = keys
    try {
      const { payload } = await jwtVerify(token, findKey, { ...options, currentDate: new Date(now()) })
      const { sub, sid, aud, exp, iat } = payload
      if (!isLifetime(iat, exp) || exp! * 1_000 <= now()) return undefined
      if (Array.isArray(aud) || typeof sub !== 'string' || typeof sid !== 'string' || !sub || !sid) return undefined
      if (checkedWith === keys) verified.add(token, { sub, sid }, exp! * 1_000)
      return { sub, sid }
    } catch {
      return undefined
    }
  }
  return {
    verify: check,
    /** Replaces the published keys at run time; tokens of a withdrawn key are refused from here on. */
    async use(set: PublicKeySet) {
      keys = await importKeys(set)
      verified.clear()
    },
  }
}

export type TokenVerifier = Awaited<ReturnType<typeof tokenVerifier>>['verify']
