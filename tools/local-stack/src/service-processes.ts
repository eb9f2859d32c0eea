import { join } from 'node:path'
import { root } from '@app/installer/checkout'

/** A process of this repository: its start file and the variables it may read. */
export type ServiceProcess = {
  name: 'mail-box' | 'identity-provider' | 'auth' | 'forms' | 'email-worker' | 'admin-tables'
  file: string
  after: readonly string[]
  variables: readonly string[]
  readyPath: '/readyz' | '/healthz'
  graceMs?: number
}

const shared = [
  'DEPLOYMENT',
  'NODE_ENV',
  'LOG_LEVEL',
  'MONGODB_URI',
  'INSTALLATION_ID',
  'PUBLIC_ORIGIN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'TRACE_SHARE',
]
const queue = ['REDIS_URL', 'QUEUE_PREFIX']
const google = ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']

export const serviceProcesses: readonly ServiceProcess[] = [
  {
    name: 'mail-box',
    file: 'tools/mail-box/src/index.ts',
    after: [],
    variables: ['NODE_ENV', 'SMTP_PORT', 'MAIL_DIR', 'INBOUND_SMTP_URL'],
    readyPath: '/healthz',
  },
  {
    name: 'identity-provider',
    file: 'tools/identity-provider/src/index.ts',
    after: [],
    variables: ['NODE_ENV', 'PUBLIC_ORIGIN', 'ADMIN_EMAILS', ...google],
    readyPath: '/healthz',
  },
  {
    name: 'auth',
    file: 'services/auth/src/index.ts',
    after: ['mongo', 'redis'],
    variables: [
      ...shared,
      ...queue,
      'SESSION_SIGNING_KEY',
      'SESSION_PUBLIC_KEYS',
      'AUDIT_SIGNING_KEY',
      'OTP_PEPPER',
      'MAIL_SEAL_KEY',
      'ADMIN_EMAILS',
      'OTP_ALLOW_UNKNOWN',
      'CORS_ORIGINS',
      ...google,
      'IP_LIMIT_FACTOR',
    ],
    readyPath: '/readyz',
  },
  {
    name: 'forms',
    file: 'services/forms/src/index.ts',
    after: ['mongo', 'redis'],
    variables: [
      ...shared,
      ...queue,
      'SESSION_PUBLIC_KEYS',
      'CORS_ORIGINS',
      'CONTACT_RECIPIENT',
      'IP_LIMIT_FACTOR',
      'INQUIRIES_PER_HOUR',
      'MAILINGS_PER_PERSON',
      'MAIL_RECIPIENTS_PER_PERSON',
      'MAIL_RECIPIENTS_PER_ACCOUNT',
      'MAIL_RECIPIENTS_PER_SITE',
      'MAIL_NOTICES_PER_SITE',
      'FILES_S3',
      'SEED_INQUIRIES',
    ],
    readyPath: '/readyz',
  },
  {
    name: 'email-worker',
    file: 'services/forms/src/worker.ts',
    after: ['mongo', 'redis', 'mail-box'],
    variables: [
      ...shared,
      ...queue,
      'MAIL_SEAL_KEY',
      'SMTP_URL',
      'MAIL_FROM',
      'SYNTHETIC_INQUIRY_TO',
      'FILES_S3',
      'INBOUND_IMAP_URL',
      'INBOUND_IMAP_PASSWORD',
      'INBOUND_IMAP_OAUTH',
      'INBOUND_IMAP_OAUTH_CLIENT',
      'INBOUND_TRUSTED_HOST',
      'INBOUND_SMTP_PORT',
      'INBOUND_SMTP_PROXIED',
      'INBOUND_LMTP_PORT',
      'INBOUND_SMTP_ADDRESSES',
      'INBOUND_MAILS_PER_NETWORK',
      'INBOUND_MB_PER_NETWORK',
      'INBOUND_MB_IN_ALL',
      'NGINX_STATUS',
    ],
    // Mails in progress are finished first, and a slow SMTP server may take 30 s.
    graceMs: 45_000,
    readyPath: '/readyz',
  },
  {
    name: 'admin-tables',
    file: 'services/admin-tables/src/index.ts',
    after: ['mongo'],
    variables: [
      ...shared,
      ...queue,
      'SESSION_PUBLIC_KEYS',
      'AUDIT_PUBLIC_KEYS',
      'WEBHOOK_SEAL_KEY',
      'ADMIN_EMAILS',
      'CORS_ORIGINS',
      'SEED_SAMPLES',
      'IP_LIMIT_FACTOR',
      'FILES_S3',
      'SITE_RENDERER',
    ],
    readyPath: '/readyz',
  },
]

/** Every variable that may be set for a process of the product. */
export const knownVariables = new Set(
  serviceProcesses
    .flatMap(({ variables }) => variables)
    .filter((name) => !['SMTP_PORT', 'MAIL_DIR', 'INBOUND_SMTP_URL'].includes(name)),
)

/** Where the program that is built from a source file is, in a folder of built programs. */
export const builtFile = (programs: string, file: string) => join(programs, file.replace(/\.ts$/, '.js'))

export const startFile = (service: ServiceProcess, checkout = root) => join(checkout, service.file)

/** The variables a service may see, as values or as `NAME_FILE`. */
export function variablesOf(service: ServiceProcess, all: Record<string, string>): Record<string, string> {
  const names = service.variables.flatMap((name) => [name, `${name}_FILE`])
  return Object.fromEntries(names.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])))
}
