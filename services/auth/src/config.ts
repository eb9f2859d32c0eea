import {
  adminEmails,
  flag,
  ipLimitFactor,
  json,
  key256,
  origins,
  queueVariables,
  secret,
  serviceVariables,
} from '@app/config'
import { publicKeySet, signingKey } from '@app/contracts/signing-keys'
import * as v from 'valibot'
import { isOwnMachine } from './google/provider'

/** The keys, which may change at run time. */
export const keyVariables = {
  SESSION_SIGNING_KEY: json(signingKey, 'a private Ed25519 key (JWK with kid)'),
  SESSION_PUBLIC_KEYS: json(publicKeySet, 'a set of public Ed25519 keys (JWKS, each with kid)'),
}

const issuer = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && (new URL(text).protocol === 'https:' || isOwnMachine(new URL(text))),
    'must be a URL with https (http only on this machine)',
  ),
)

const google = [['GOOGLE_CLIENT_ID'], ['GOOGLE_CLIENT_SECRET']] as const

/** Variables of the auth service. */
export const authVariables = v.pipe(
  v.object({
    ...serviceVariables,
    ...queueVariables,
    ...keyVariables,
    OTP_PEPPER: secret(),
    MAIL_SEAL_KEY: key256,
    AUDIT_SIGNING_KEY: json(signingKey, 'a private Ed25519 key (JWK with kid)'),
    ADMIN_EMAILS: adminEmails,
    OTP_ALLOW_UNKNOWN: v.optional(flag, 'false'),
    CORS_ORIGINS: v.optional(origins, ''),
    GOOGLE_ISSUER: v.optional(issuer, 'https://accounts.google.com'),
    GOOGLE_CLIENT_ID: v.optional(v.string()),
    GOOGLE_CLIENT_SECRET: v.optional(secret(16)),
    IP_LIMIT_FACTOR: ipLimitFactor,
  }),
  v.forward(
    v.partialCheck(
      [['PUBLIC_ORIGIN'], ['GOOGLE_ISSUER']],
      ({ PUBLIC_ORIGIN, GOOGLE_ISSUER }) => !(PUBLIC_ORIGIN.startsWith('https:') && GOOGLE_ISSUER.startsWith('http:')),
      'must be https when the public origin is https',
    ),
    ['GOOGLE_ISSUER'],
  ),
  // Both or neither.
  v.forward(
    v.partialCheck(google, (set) => !set.GOOGLE_CLIENT_ID || Boolean(set.GOOGLE_CLIENT_SECRET)),
    ['GOOGLE_CLIENT_SECRET'],
  ),
  v.forward(
    v.partialCheck(google, (set) => !set.GOOGLE_CLIENT_SECRET || Boolean(set.GOOGLE_CLIENT_ID)),
    ['GOOGLE_CLIENT_ID'],
  ),
)
