import { sessionCookie, tokenSigner, tokenVerifier } from '@app/session'
import fc from 'fast-check'
import { exportJWK, generateKeyPair } from 'jose'
import { hostileText, mutatedText } from '../hostile-text'
import { hold, target } from '../target'

const site = 'https://school.example'
const claims = { sub: '6b0144c8eeb0df06111a9a1e', sid: 'A'.repeat(43) }

/** A signer and its verifier with fresh keys. */
async function keys() {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
  const about = { kid: 'fuzz', alg: 'EdDSA' }
  const signer = await tokenSigner(
    { ...(await exportJWK(privateKey)), ...about } as Parameters<typeof tokenSigner>[0],
    site,
  )
  const published = { keys: [{ ...(await exportJWK(publicKey)), ...about }] } as Parameters<typeof tokenVerifier>[0]
  return { token: await signer.sign(claims), verify: (await tokenVerifier(published, site)).verify }
}

const { token, verify } = await keys()
const [header = '', payload = '', signature = ''] = token.split('.')
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const otherHeaders = [
  { alg: 'none' },
  { alg: 'HS256', kid: 'fuzz' },
  { alg: 'EdDSA', kid: '../fuzz' },
  { alg: 'EdDSA', kid: 'fuzz', crit: ['x'] },
  [],
  null,
]
const tokens = fc.oneof(
  mutatedText([token]),
  fc
    .tuple(
      fc.constantFrom(header, ...otherHeaders.map(encoded)),
      fc.oneof(fc.constant(payload), fc.jsonValue().map(encoded)),
      fc.constantFrom(signature, '', 'AAAA'),
    )
    .map((parts) => parts.join('.')),
  hostileText([header, payload, signature, '.', '..', 'ey']),
)
const cookieName = '__Host-session'
const lines = fc.oneof(
  tokens.map((one) => `${cookieName}=${one}`),
  fc
    .array(hostileText([cookieName, '=', '; ', token, 'session', ','], 6), { maxLength: 3 })
    .map((parts) => parts.join('; ')),
)

/** Several base64url texts decode to the same bytes: the last character has unused bits. */
const bytesOf = (text: string) =>
  text
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('hex'))
    .join('.')
const original = bytesOf(token)
const cookie = sessionCookie(site)

export const sessionToken = target({
  name: 'token and cookie',
  input: fc.tuple(tokens, lines),
  async check([given, line]) {
    const accepted = await verify(given)
    hold(!accepted || bytesOf(given) === original, `accepted: ${given}`)
    // A header as a server would pass it on.
    const value = cookie.read({ headers: { get: () => line } } as unknown as Request)
    const claimed = value === undefined ? undefined : await verify(value)
    hold(!claimed || bytesOf(value!) === original, `accepted from the cookie: ${line}`)
    return Boolean(accepted ?? claimed)
  },
})
