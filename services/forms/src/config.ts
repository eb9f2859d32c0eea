import {
  bucketUrl,
  count,
  flag,
  ipLimitFactor,
  json,
  key256,
  list,
  origins,
  port,
  queueVariables,
  serviceVariables,
  urlOf,
} from '@app/config'
import { normalEmail } from '@app/contracts/entered-line'
import { publicKeySet } from '@app/contracts/signing-keys'
import type { Address } from '@app/mail'
import * as v from 'valibot'

const address = v.pipe(v.string(), v.transform(normalEmail), v.string('must be an email address'))

/** `School <no-reply@school.example>`; without a name mails carry that of the school, as it is published. */
const mailbox = v.pipe(
  v.string(),
  v.rawTransform<string, Address>(({ dataset, addIssue, NEVER }) => {
    const [, name = '', mail = ''] = /^([^<>"\r\n]*)<([^<>]+)>$/.exec(dataset.value) ?? ['', '', dataset.value]
    const normal = normalEmail(mail)
    if (normal) return { name: name.trim(), address: normal }
    addIssue({ message: 'must look like no-reply@school.example or School <no-reply@school.example>' })
    return NEVER
  }),
)

/** Variables of the forms service. */
export const formsVariables = v.object({
  ...serviceVariables,
  ...queueVariables,
  SESSION_PUBLIC_KEYS: json(publicKeySet, 'a set of public Ed25519 keys (JWKS, each with kid)'),
  CORS_ORIGINS: v.optional(origins, ''),
  CONTACT_RECIPIENT: v.optional(address),
  IP_LIMIT_FACTOR: ipLimitFactor,
  INQUIRIES_PER_HOUR: v.optional(count(100_000_000), '200'),
  MAILINGS_PER_PERSON: v.optional(count(100_000), '20'),
  MAIL_RECIPIENTS_PER_PERSON: v.optional(count(1_000_000), '200'),
  MAIL_RECIPIENTS_PER_ACCOUNT: v.optional(count(1_000_000), '100'),
  MAIL_RECIPIENTS_PER_SITE: v.optional(count(1_000_000), '1000'),
  MAIL_NOTICES_PER_SITE: v.optional(count(1_000_000), '2000'),
  FILES_S3: v.optional(bucketUrl),
  SEED_INQUIRIES: v.optional(flag, 'false'),
})

/** Variables of the email worker. */
export const workerVariables = v.object({
  ...serviceVariables,
  ...queueVariables,
  MAIL_SEAL_KEY: key256,
  SMTP_URL: urlOf('smtp', 'smtps'),
  MAIL_FROM: mailbox,
  SYNTHETIC_INQUIRY_TO: v.optional(address),
  FILES_S3: v.optional(bucketUrl),
  INBOUND_IMAP_URL: v.optional(urlOf('imaps', 'imap')),
  INBOUND_IMAP_PASSWORD: v.optional(v.string()),
  INBOUND_IMAP_OAUTH: v.optional(
    v.union(
      [v.picklist(['google', 'microsoft']), urlOf('https')],
      'must be google, microsoft or a URL that begins with https://',
    ),
  ),
  INBOUND_IMAP_OAUTH_CLIENT: v.optional(v.string(), ''),
  INBOUND_TRUSTED_HOST: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]+$/, 'must be the name of a mail server'))),
  INBOUND_SMTP_PORT: v.optional(port),
  INBOUND_SMTP_PROXIED: v.optional(flag, 'false'),
  INBOUND_LMTP_PORT: v.optional(port),
  INBOUND_SMTP_ADDRESSES: v.optional(
    v.pipe(
      list,
      v.everyItem((text) => normalEmail(text) !== undefined, 'must be email addresses with commas between them'),
    ),
    '',
  ),
  INBOUND_MAILS_PER_NETWORK: v.optional(count(1_000_000), '200'),
  INBOUND_MB_PER_NETWORK: v.optional(count(1_000_000), '100'),
  INBOUND_MB_IN_ALL: v.optional(count(10_000_000), '5000'),
  NGINX_STATUS: v.optional(v.pipe(v.string(), v.regex(/^[\w.-]+:\d{1,5}$/, 'must look like nginx:8081'))),
})
