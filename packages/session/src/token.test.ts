import { randomInt } from 'node:crypto'
import { CompactSign, exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test, vi } from 'vitest'
import { newSecret, tokenSigner, tokenVerifier } from './token'

const site = 'http://localhost:8080'
const claims = { sub: 'user-1', sid: 'session-1' }
type Keys = Awaited<ReturnType<typeof makeKeys>>

async function makeKeys(kid: string) {
  const pair = await generateKeyPair('EdDSA', { extractable: true })
  const { kty, crv, x, d } = await exportJWK(pair.privateKey)
  const shared = { kty: kty as 'OKP', crv: crv as 'Ed25519', kid, x: x! }
  return { ...pair, signing: { ...shared, d: d! }, published: shared }
}

let old: Keys
let current: Keys
let stranger: Keys
beforeAll(async () => {
  ;[old, current, stranger] = await Promise.all([makeKeys('old'), makeKeys('current'), makeKeys('current')])
})

const issue = async (keys: Keys) => (await tokenSigner(keys.signing, site)).sign(claims)
const verifier = async () => (await tokenVerifier({ keys: [old.published, current.published] }, site)).verify

/** A token that is right in everything but what the change says. */
const forge = (key: Parameters<SignJWT['sign']>[0], header = {}, change: Record<string, unknown> = {}) => {
  const now = Math.floor(Date.now() / 1000)
  const payload = { ...claims, iss: site, aud: `${site}/api`, iat: now, exp: now + 60, ...change }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'session+jwt', kid: 'current', ...header })
    .sign(key)
}

/** As `forge`, with a payload that `JSON.stringify` cannot write. */
const forgeText = async (key: Parameters<SignJWT['sign']>[0], change: (payload: string) => string) => {
  const [, payload = ''] = (await forge(key)).split('.')
  const text = change(Buffer.from(payload, 'base64url').toString())
  return new CompactSign(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'session+jwt', kid: 'current' })
    .sign(key)
}

test('a token signed by either published key is accepted', async () => {
  const verify = await verifier()
  expect(await verify(await issue(current))).toEqual(claims)
  expect(await verify(await issue(old))).toEqual(claims)
  expect(await verify(await forge(current.privateKey))).toEqual(claims)
})

test('a secret is 32 random bytes, as a text that fits into an address', () => {
  expect(newSecret()).toMatch(/^[\w-]{43}$/)
  expect(newSecret()).not.toBe(newSecret())
})

test('a token fits into a cookie and holds nothing about the person', async () => {
  const token = await issue(current)
  expect(token.length).toBeLessThan(1_000)
  expect(Object.keys(JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))))).toEqual(
    expect.arrayContaining(['sub', 'sid', 'iss', 'aud', 'iat', 'exp']),
  )
})

const now = () => Math.floor(Date.now() / 1000)
const good = () => forge(current.privateKey)
const encoded = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
const payloadOf = (token: string) => token.split('.')[1]
const bytesOf = (token: string) =>
  token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
    .join('.')
/** The token with more in its header, and so with a signature that no longer fits. */
const withHeader = (token: string, more: object) =>
  [encoded({ alg: 'EdDSA', typ: 'session+jwt', kid: 'current', ...more }), ...token.split('.').slice(1)].join('.')
const swapped = (token: string, other: string, part: number) =>
  token
    .split('.')
    .map((own, n) => (n === part ? other.split('.')[n] : own))
    .join('.')
type Kind = [string, () => Promise<string> | string]
const forgeries: Kind[] = [
  ['a foreign key under a known id', () => forge(stranger.privateKey)],
  ['an unknown key id', () => forge(current.privateKey, { kid: 'next' })],
  ['a key id that is a path', () => forge(current.privateKey, { kid: '../../etc/passwd' })],
  ['no key id', () => forge(current.privateKey, { kid: undefined })],
  ['a prototype as key id', () => forge(current.privateKey, { kid: '__proto__' })],
  ['an embedded key', () => forge(stranger.privateKey, { jwk: stranger.published })],
  [
    'a shared secret made of the public key',
    async () => forge(new TextEncoder().encode(await exportSPKI(current.publicKey)), { alg: 'HS256' }),
  ],
  ['another type of token', () => forge(current.privateKey, { typ: 'JWT' })],
  ['no type', () => forge(current.privateKey, { typ: undefined })],
  ['another issuer', () => forge(current.privateKey, {}, { iss: 'https://evil.example' })],
  ['another audience', () => forge(current.privateKey, {}, { aud: 'https://evil.example/api' })],
  ['an audience among others', () => forge(current.privateKey, {}, { aud: [`${site}/api`, 'https://evil.example'] })],
  ['no audience', () => forge(current.privateKey, {}, { aud: undefined })],
  ['no end', () => forge(current.privateKey, {}, { exp: undefined })],
  ['a past end', () => forge(current.privateKey, {}, { exp: now() - 1 })],
  ['a future begin', () => forge(current.privateKey, {}, { nbf: now() + 300 })],
  ['a future time of issue', () => forge(current.privateKey, {}, { iat: now() + 300, exp: now() + 360 })],
  ['a life longer than a session', () => forge(current.privateKey, {}, { exp: now() + 13 * 3600 })],
  ['an endless life', () => forgeText(current.privateKey, (text) => text.replace(/"exp":\d+/, '"exp":1e400'))],
  ['no user', () => forge(current.privateKey, {}, { sub: undefined })],
  ['no session', () => forge(current.privateKey, {}, { sid: undefined })],
  ['a session that is an object', () => forge(current.privateKey, {}, { sid: { $ne: '' } })],
  ['no signature', async () => `${(await forge(current.privateKey)).split('.').slice(0, 2).join('.')}.`],
  [
    'the algorithm none',
    async () =>
      `${btoa('{"alg":"none","typ":"session+jwt","kid":"current"}')}.${(await forge(current.privateKey)).split('.')[1]}.`,
  ],
  ...['None', 'NONE', 'nOnE', '', 'EdDSA '].map(
    (alg): Kind => [
      `the algorithm "${alg}" and no signature`,
      async () => `${encoded({ alg, typ: 'session+jwt', kid: 'current' })}.${payloadOf(await good())}.`,
    ],
  ),
  ...['HS256', 'HS384', 'HS512'].flatMap((alg): Kind[] => [
    [`${alg} over the published coordinate`, () => forge(Buffer.from(current.published.x, 'base64url'), { alg })],
    [`${alg} over the published key as text`, () => forge(Buffer.from(JSON.stringify(current.published)), { alg })],
  ]),
  ['ES256 under a known id', async () => forge((await generateKeyPair('ES256')).privateKey, { alg: 'ES256' })],
  ['RS256 under a known id', async () => forge((await generateKeyPair('RS256')).privateKey, { alg: 'RS256' })],
  ['the id of the other published key', () => forge(current.privateKey, { kid: 'old' })],
  ['another name of the algorithm', () => forge(current.privateKey, { alg: 'Ed25519' })],
  ['a key id that is a number', () => forge(current.privateKey, { kid: 1 })],
  ['a key id that is a list', () => forge(current.privateKey, { kid: ['next'] })],
  ['an empty key id', () => forge(current.privateKey, { kid: '' })],
  ['an address of a key set', () => forge(stranger.privateKey, { jku: 'https://evil.example/keys' })],
  ['an address of a certificate', () => forge(stranger.privateKey, { x5u: 'https://evil.example/cert' })],
  ['a certificate', () => forge(stranger.privateKey, { x5c: ['MIIB'] })],
  ['a critical extension', async () => withHeader(await good(), { crit: ['exp'] })],
  ['an unencoded payload', async () => withHeader(await good(), { b64: false, crit: ['b64'] })],
  ['the type of an access token', () => forge(current.privateKey, { typ: 'at+jwt' })],
  [
    'the claims of an id token',
    () => forge(current.privateKey, { typ: 'JWT' }, { iss: 'https://accounts.google.com' }),
  ],
  ['an issuer with a slash behind', () => forge(current.privateKey, {}, { iss: `${site}/` })],
  ['no issuer', () => forge(current.privateKey, {}, { iss: undefined })],
  ['an issuer that is a list', () => forge(current.privateKey, {}, { iss: [site] })],
  ['the site as audience', () => forge(current.privateKey, {}, { aud: site })],
  ['an audience in a list', () => forge(current.privateKey, {}, { aud: [`${site}/api`] })],
  ['an end that is a text', () => forge(current.privateKey, {}, { exp: String(now() + 60) })],
  ['an end that is null', () => forge(current.privateKey, {}, { exp: null })],
  ['a begin that is a text', () => forge(current.privateKey, {}, { nbf: 'now' })],
  ['a fraction of a second as end', () => forge(current.privateKey, {}, { exp: now() + 60.5 })],
  ['a fraction of a second as time of issue', () => forge(current.privateKey, {}, { iat: now() - 0.5 })],
  ['no time of issue', () => forge(current.privateKey, {}, { iat: undefined })],
  ['an empty user', () => forge(current.privateKey, {}, { sub: '' })],
  ['a user that is a number', () => forge(current.privateKey, {}, { sub: 1 })],
  ['an empty session', () => forge(current.privateKey, {}, { sid: '' })],
  ['a session that is a list', () => forge(current.privateKey, {}, { sid: ['session-1'] })],
  [
    'the signature of another token',
    async () => swapped(await good(), await forge(current.privateKey, {}, { sid: 'x' }), 2),
  ],
  [
    'the payload of another token',
    async () => swapped(await good(), await forge(stranger.privateKey, {}, { sid: 'x' }), 1),
  ],
  ['a signature of zeros', async () => `${(await good()).split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`],
  ['half a signature', async () => (await good()).slice(0, -43)],
  ['a fourth part', async () => `${await good()}.${'A'.repeat(20)}`],
  ['five parts', async () => `${await good()}.x.y`],
  ['a word before it', async () => `Bearer ${await good()}`],
  ['quotes around it', async () => `"${await good()}"`],
  ['a NUL behind it', async () => `${await good()}\0`],
  ['padding', async () => `${await good()}=`],
  ['a header that is a list', async () => `${encoded([])}.${payloadOf(await good())}.x`],
  [
    'a payload that is null',
    () => `${encoded({ alg: 'EdDSA', typ: 'session+jwt', kid: 'current' })}.${encoded(null)}.x`,
  ],
  ['a megabyte', () => 'A'.repeat(1_000_000)],
  ['an empty text', () => ''],
  ['noise', () => 'a.b.c'],
]

test('there are sixty kinds of forged tokens', () => expect(forgeries.length).toBeGreaterThanOrEqual(60))

test.each(forgeries)('a token with %s is refused', async (_, token) => {
  expect(await (await verifier())(await token())).toBeUndefined()
})

test('of 100,000 changed tokens none is accepted', async () => {
  const verify = await verifier()
  const token = await good()
  expect(await verify(token)).toEqual(claims)
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ %'
  const original = bytesOf(token)
  const accepted: string[] = []
  const rounds = Array.from({ length: 100_000 }, (_, round) => async () => {
    const at = randomInt(token.length)
    const sign = signs[randomInt(signs.length)]!
    const kind = round % 4
    const changed =
      kind === 0
        ? token.slice(0, at) + token.slice(at + 1)
        : kind === 1
          ? token.slice(0, at) + sign + token.slice(at)
          : kind === 2
            ? token.slice(0, at) + sign + token.slice(at + 1)
            : token.slice(0, at)
    // Another text for the same bytes is the same token: the last sign of a part carries bits that decoding drops.
    if ((await verify(changed)) && bytesOf(changed) !== original) accepted.push(changed)
  })
  // Many at once, as a signature is checked in another thread.
  for (let from = 0; from < rounds.length; from += 1_000)
    await Promise.all(rounds.slice(from, from + 1_000).map((check) => check()))
  expect(accepted).toEqual([])
}, 120_000)

test('no single changed character of a token is accepted', async () => {
  const verify = await verifier()
  const token = await forge(current.privateKey)
  const changed = Array.from(token, (sign, at) => token.slice(0, at) + (sign === 'A' ? 'B' : 'A') + token.slice(at + 1))
  // The last character of a signature carries bits that decoding drops, so another one may mean the same bytes.
  const results = await Promise.all(changed.slice(0, -1).map(verify))
  expect(results.filter(Boolean)).toEqual([])
})

test('a withdrawn key is refused at once, also for a token that was checked before', async () => {
  const { verify, use } = await tokenVerifier({ keys: [old.published, current.published] }, site)
  const token = await issue(old)
  expect(await verify(token)).toEqual(claims)
  await use({ keys: [current.published] })
  expect(await verify(token)).toBeUndefined()
  expect(await verify(await issue(current))).toEqual(claims)
})

test('a signer uses a new key as soon as it is reported', async () => {
  const signer = await tokenSigner(old.signing, site)
  await signer.use(current.signing)
  const { verify } = await tokenVerifier({ keys: [current.published] }, site)
  expect(await verify(await signer.sign(claims))).toEqual(claims)
})

test('a token that was verified before expires nevertheless', async () => {
  let at = Date.now()
  const { verify } = await tokenVerifier({ keys: [current.published] }, site, () => at)
  const token = await issue(current)
  expect(await verify(token)).toEqual(claims)
  at += 12 * 3_600_000 - 2_000
  expect(await verify(token)).toEqual(claims)
  at += 2_000
  expect(await verify(token)).toBeUndefined()
})

test('a token with an end that has come is refused, whatever clocks may differ by', async () => {
  const at = 1_800_000_000
  const { verify } = await tokenVerifier({ keys: [current.published] }, site, () => at * 1_000)
  const ending = (exp: number) => forge(current.privateKey, {}, { iat: at - 60, exp })
  expect(await verify(await ending(at + 1))).toEqual(claims)
  expect(await verify(await ending(at))).toBeUndefined()
  expect(await verify(await ending(at - 1))).toBeUndefined()
})

test('clocks may differ by five seconds: a token may be issued that far in the future', async () => {
  const at = 1_800_000_000
  const { verify } = await tokenVerifier({ keys: [current.published] }, site, () => at * 1_000)
  const issued = (iat: number) => forge(current.privateKey, {}, { iat, exp: at + 60 })
  expect(await verify(await issued(at + 5))).toEqual(claims)
  expect(await verify(await issued(at + 6))).toBeUndefined()
})

test('a key that is withdrawn while a token is checked leaves nothing behind that is accepted', async () => {
  const { verify, use } = await tokenVerifier({ keys: [old.published] }, site)
  const token = await issue(old)
  const checks = Promise.all(Array.from({ length: 50 }, () => verify(token)))
  await use({ keys: [current.published] })
  await checks
  expect(await verify(token)).toBeUndefined()
})

test('a life of twelve hours is the longest that is accepted', async () => {
  const at = Math.floor(Date.now() / 1_000)
  const verify = await verifier()
  expect(await verify(await forge(current.privateKey, {}, { iat: at, exp: at + 12 * 3_600 }))).toEqual(claims)
  expect(await verify(await forge(current.privateKey, {}, { iat: at, exp: at + 12 * 3_600 + 1 }))).toBeUndefined()
})

test('a verified token is not checked again while its keys are published', async () => {
  const { verify } = await tokenVerifier({ keys: [current.published] }, site)
  const token = await issue(current)
  const check = vi.spyOn(crypto.subtle, 'verify')
  expect(await verify(token)).toEqual(claims)
  const once = check.mock.calls.length
  expect(await verify(token)).toEqual(claims)
  expect(check.mock.calls.length).toBe(once)
  expect(once).toBeGreaterThan(0)
})
