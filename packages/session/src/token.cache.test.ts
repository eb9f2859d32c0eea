import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { tokenVerifier } from './token'

const site = 'http://localhost:8080'
const start = 1_800_000_000

/** Verifies the tokens of numbered sessions, each valid for a minute, and says of which the signature was checked. */
async function setup() {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA')
  const { x } = await exportJWK(publicKey)
  let at = start * 1_000
  const { verify } = await tokenVerifier({ keys: [{ kty: 'OKP', crv: 'Ed25519', kid: 'k', x: x! }] }, site, () => at)
  const payload = { sub: 'user', iss: site, aud: `${site}/api`, iat: start, exp: start + 60 }
  const sign = (number: number) =>
    new SignJWT({ ...payload, sid: String(number) })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'session+jwt', kid: 'k' })
      .sign(privateKey)
  const tokens = await Promise.all(Array.from({ length: 1_001 }, (_, number) => sign(number)))
  const check = vi.spyOn(crypto.subtle, 'verify')
  const isChecked = async (number: number) => {
    check.mockClear()
    expect(await verify(tokens[number]!)).toEqual({ sub: 'user', sid: String(number) })
    return check.mock.calls.length > 0
  }
  return { isChecked, use: (number: number) => verify(tokens[number]!), pass: (ms: number) => (at += ms) }
}

test('the thousand tokens that were used last are not checked again', async () => {
  const { isChecked, use } = await setup()
  for (let number = 0; number < 1_000; number++) await use(number)
  expect(await isChecked(0)).toBe(false)
  expect(await isChecked(1_000)).toBe(true)
  expect(await isChecked(0)).toBe(false)
  expect(await isChecked(2)).toBe(false)
  expect(await isChecked(1)).toBe(true)
})

test('a token that was checked before is refused from its end on', async () => {
  const { isChecked, use, pass } = await setup()
  await use(0)
  pass(59_999)
  expect(await isChecked(0)).toBe(false)
  pass(1)
  expect(await use(0)).toBeUndefined()
})
