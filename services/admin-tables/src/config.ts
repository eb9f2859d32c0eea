import {
  adminEmails,
  bucketUrl,
  flag,
  ipLimitFactor,
  json,
  key256,
  origins,
  queueVariables,
  serviceVariables,
} from '@app/config'
import { publicKeySet } from '@app/contracts/signing-keys'
import * as v from 'valibot'

/** Variables of the admin-tables service. */
export const adminTablesVariables = v.object({
  ...serviceVariables,
  ...queueVariables,
  SESSION_PUBLIC_KEYS: json(publicKeySet, 'a set of public Ed25519 keys'),
  AUDIT_PUBLIC_KEYS: json(publicKeySet, 'a set of public Ed25519 keys'),
  WEBHOOK_SEAL_KEY: key256,
  ADMIN_EMAILS: adminEmails,
  CORS_ORIGINS: v.optional(origins, ''),
  SEED_SAMPLES: v.optional(flag, 'false'),
  IP_LIMIT_FACTOR: ipLimitFactor,
  FILES_S3: v.optional(bucketUrl),
  SITE_RENDERER: v.optional(v.string(), 'renderer'),
})
