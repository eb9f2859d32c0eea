import { createHash } from 'node:crypto'
import type { Variables } from '@app/secrets/env-file'

const names = ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']

/** Whether a provider is configured; the local one is not used then. */
export const providerIsGiven = (given: Variables) => names.some((name) => given[name] ?? given[`${name}_FILE`])

/** The settings auth and the local OpenID provider share; stable across starts. */
export function localProvider(given: Variables, issuer: string): Variables {
  if (providerIsGiven(given)) return {}
  const pepper = given['OTP_PEPPER'] ?? given['OTP_PEPPER_FILE'] ?? ''
  const clientSecret = createHash('sha256').update(`local provider ${pepper}`).digest('base64url')
  return { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: 'archery-local', GOOGLE_CLIENT_SECRET: clientSecret }
}
