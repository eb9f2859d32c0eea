import * as v from 'valibot'
import { emailText } from './email-text'
import { accountRights, exportRights } from './users'
import { writtenLine } from './written-text'

/** Secrets an account may have at a time, so that one is replaced without an interruption. */
export const maxSecrets = 2
/** Networks that an account may be restricted to, at most. */
export const maxNetworks = 20

/** A secret as it is listed; the secret itself is shown once. `n` names it in its account and is never used again. */
export const accountSecret = v.object({
  n: v.number(),
  createdAt: v.string(),
  /** Noted at most once a minute; null before the first use. */
  lastUsedAt: v.nullable(v.string()),
})

/** `expired`: past its end. `ownerless`: the admin who answers for it is no active admin any more. Both are refused. */
export const accountState = v.picklist(['active', 'expired', 'ownerless'])

/** A service account: a program's access to the API, with rights per table as staff have them. */
export const serviceAccount = v.object({
  id: v.string(),
  name: v.string(),
  rights: accountRights,
  exports: exportRights,
  /** Addresses and networks that it may be used from; empty for any. */
  networks: v.array(v.string()),
  expiresAt: v.nullable(v.string()),
  /** The admin who answers for it: the last who saved it. */
  owner: v.nullable(v.object({ id: v.string(), email: emailText })),
  state: accountState,
  secrets: v.array(accountSecret),
  createdAt: v.string(),
})
export type ServiceAccount = v.InferOutput<typeof serviceAccount>

/** `GET /api/service-accounts`, by name. */
export const serviceAccountList = v.object({ data: v.array(serviceAccount) })

const network = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[0-9a-fA-F:.]{2,45}(?:\/\d{1,3})?$/, 'Networks must be IP addresses, or networks such as 203.0.113.0/24'),
)

/** `POST /api/service-accounts` and `PUT /api/service-accounts/{id}`. */
export const accountSettings = v.strictObject({
  name: writtenLine('Name', 80),
  rights: accountRights,
  exports: exportRights,
  expiresAt: v.nullable(v.pipe(v.string(), v.isoTimestamp('Expiry must be an instant, such as 2027-01-31T00:00:00Z'))),
  networks: v.optional(
    v.pipe(v.array(network), v.maxLength(maxNetworks, `An account has ${maxNetworks} networks at most`)),
    [],
  ),
})
export type AccountSettings = v.InferOutput<typeof accountSettings>

/** The response of `POST /api/service-accounts`, the only one that has the secret. */
export const createdAccount = v.object({ id: v.string(), secret: v.string() })
/** The response of `POST /api/service-accounts/{id}/secrets`. */
export const createdSecret = v.object({ n: v.number(), secret: v.string() })
export const accountDeleted = v.object({ success: v.literal(true), id: v.string() })
