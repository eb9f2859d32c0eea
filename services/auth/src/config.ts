import { flag, json, key256, list, queueVariables, secret, serviceVariables } from '@app/config'
import { normalEmail } from '@app/contracts/email-address'
import { publicKeySet, signingKey } from '@app/session'
import * as v from 'valibot'

/** What the auth service reads. */
export const authVariables = v.object({
  ...serviceVariables,
  ...queueVariables,
  SESSION_SIGNING_KEY: json(signingKey, 'a private Ed25519 key (JWK with kid)'),
  SESSION_PUBLIC_KEYS: json(publicKeySet, 'a set of public Ed25519 keys (JWKS, each with kid)'),
  OTP_PEPPER: secret(),
  MAIL_SEAL_KEY: key256,
  ADMIN_EMAILS: v.pipe(
    list,
    v.mapItems((text) => normalEmail(text)),
    v.check((emails) => !emails.includes(undefined), 'must be e-mail addresses with commas between them'),
    v.transform((emails) => emails.filter((email) => email !== undefined)),
    v.minLength(1, 'must name at least one address'),
  ),
  OTP_ALLOW_UNKNOWN: v.optional(flag, 'false'),
  CORS_ORIGINS: v.optional(list, ''),
})
