import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { EnvEntry, Variables } from './env-file'

const random = () => randomBytes(32).toString('base64url')

/** A private key as JSON. */
export async function signingKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  return JSON.stringify({ ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'EdDSA' })
}

/** The half of a signing key that the other services may hold. */
export function publicHalf(key: string) {
  const { kty, crv, x, kid, alg } = JSON.parse(key) as Record<'kty' | 'crv' | 'x' | 'kid' | 'alg', string>
  return { kty, crv, x, kid, alg }
}

/** The development admin, who exists nowhere but in the local mail box. */
export const developmentAdmin = 'admin@archery.example'

/** What the product needs and nobody has set. A secret given as `NAME_FILE` counts as set. */
export async function missingSecrets(given: Variables): Promise<EnvEntry[]> {
  const missing: EnvEntry[] = []
  const add = async (name: string, about: string, make: () => string | Promise<string>) => {
    if (!given[name] && !given[`${name}_FILE`]) missing.push({ name, about, value: await make() })
  }
  await add('ADMIN_EMAILS', 'Who may enter the dashboard; separated by commas', () => developmentAdmin)
  await add('SESSION_SIGNING_KEY', 'Signs sessions; held by auth alone', signingKey)
  const key = given['SESSION_SIGNING_KEY'] ?? missing.find(({ name }) => name === 'SESSION_SIGNING_KEY')?.value
  if (key)
    await add('SESSION_PUBLIC_KEYS', 'Checks sessions; the public half of the key above', () =>
      JSON.stringify({ keys: [publicHalf(key)] }),
    )
  await add('OTP_PEPPER', 'Mixed into stored login codes', random)
  await add('MAIL_SEAL_KEY', 'Seals login codes on their way through the queue', random)
  await add('DATABASE_KEY', 'The passwords of the databases in containers are made from it', random)
  return missing
}
