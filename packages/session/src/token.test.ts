import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { tokenSigner, tokenVerifier } from './token'

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

test('a token signed by either published key is accepted', async () => {
  const verify = await verifier()
  expect(await verify(await issue(current))).toEqual(claims)
  expect(await verify(await issue(old))).toEqual(claims)
  expect(await verify(await forge(current.privateKey))).toEqual(claims)
})

test('a token stays below the size of a cookie and tells nothing about the person', async () => {
  const token = await issue(current)
  expect(token.length).toBeLessThan(1_000)
  expect(Object.keys(JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))))).toEqual(
    expect.arrayContaining(['sub', 'sid', 'iss', 'aud', 'iat', 'exp']),
  )
})

const now = () => Math.floor(Date.now() / 1000)
test.each<[string, () => Promise<string> | string]>([
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
  ['no user', () => forge(current.privateKey, {}, { sub: undefined })],
  ['no session', () => forge(current.privateKey, {}, { sid: undefined })],
  ['a session that is an object', () => forge(current.privateKey, {}, { sid: { $ne: '' } })],
  ['no signature', async () => `${(await forge(current.privateKey)).split('.').slice(0, 2).join('.')}.`],
  [
    'the algorithm none',
    async () =>
      `${btoa('{"alg":"none","typ":"session+jwt","kid":"current"}')}.${(await forge(current.privateKey)).split('.')[1]}.`,
  ],
  ['an empty text', () => ''],
  ['noise', () => 'a.b.c'],
])('J2: a token with %s is refused', async (_, token) => {
  expect(await (await verifier())(await token())).toBeUndefined()
})

test('J2: no single changed character of a token is accepted', async () => {
  const verify = await verifier()
  const token = await forge(current.privateKey)
  const changed = Array.from(token, (sign, at) => token.slice(0, at) + (sign === 'A' ? 'B' : 'A') + token.slice(at + 1))
  // The last character of a signature carries bits that decoding drops, so another one may mean the same bytes.
  const results = await Promise.all(changed.slice(0, -1).map(verify))
  expect(results.filter(Boolean)).toEqual([])
})
