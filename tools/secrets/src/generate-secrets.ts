import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { EnvEntry, Variables } from './env-file'

const random = () => randomBytes(32).toString('base64url')

/** A private key as JSON. */
export async function signingKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  return JSON.stringify({ ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'EdDSA' })
}

/** The public half of a signing key. */
export function publicHalf(key: string) {
  const { kty, crv, x, kid, alg } = JSON.parse(key) as Record<'kty' | 'crv' | 'x' | 'kid' | 'alg', string>
  return { kty, crv, x, kid, alg }
}

/** The development admin; their mail goes to the local mail box. */
export const developmentAdmin = 'admin@archery.example'

/** Generates the variables the product needs and that are not set, directly or as `NAME_FILE`. */
export async function missingSecrets(given: Variables): Promise<EnvEntry[]> {
  const missing: EnvEntry[] = []
  const add = async (name: string, about: string, make: () => string | Promise<string>) => {
    if (!given[name] && !given[`${name}_FILE`]) missing.push({ name, about, value: await make() })
  }
  await add('ADMIN_EMAILS', 'Admins of the dashboard, comma-separated', () => developmentAdmin)
  const addPair = async (what: string, privateName: string, publicName: string) => {
    await add(privateName, `Signs ${what}; only auth has it`, signingKey)
    const key = given[privateName] ?? missing.find(({ name }) => name === privateName)?.value
    if (key)
      await add(publicName, `Verifies ${what}; the public half of the key above`, () =>
        JSON.stringify({ keys: [publicHalf(key)] }),
      )
  }
  await addPair('sessions', 'SESSION_SIGNING_KEY', 'SESSION_PUBLIC_KEYS')
  await addPair('the heads of the audit', 'AUDIT_SIGNING_KEY', 'AUDIT_PUBLIC_KEYS')
  await add('OTP_PEPPER', 'Pepper of stored login codes', random)
  await add('MAIL_SEAL_KEY', 'Encrypts login codes in the queue', random)
  await add('WEBHOOK_SEAL_KEY', 'Encrypts secrets of webhooks and incoming hooks in the database', random)
  await add('DATABASE_KEY', 'Database passwords of containers are derived from it', random)
  return missing
}
