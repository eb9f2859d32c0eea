import { createHash, randomBytes } from 'node:crypto'
import { containerSecrets } from './container-secrets'
import type { Variables } from './env-file'
import { missingSecrets } from './generate-secrets'
import { serviceSecrets } from './service-secrets'

/** True if only this machine can reach the site. */
export function isLocalOrigin(origin: string): boolean {
  const host = URL.canParse(origin) ? new URL(origin).hostname : ''
  return /^(localhost|127\.0\.0\.1|\[::1\])$|\.localhost$/.test(host)
}

type Files = Record<string, string>

const settings = ['QUEUE_PREFIX', 'SMTP_URL', 'MONGODB_URI', 'REDIS_URL', 'FILES_S3'] as const
const google = ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const

/** Generates the secrets that are missing. Those of earlier starts stay. */
export async function completeSecrets(generated: Variables): Promise<Variables> {
  const missing = await missingSecrets({ ADMIN_EMAILS: 'not needed here', ...generated })
  const secrets = Object.fromEntries(missing.map(({ name, value }) => [name, value]))
  return { INSTALLATION_ID: randomBytes(8).toString('hex'), ...generated, ...secrets }
}

/** Once the database was seen: from now on an empty one is not taken for a new one. */
export const confirmed = (generated: Variables, now = new Date()): Variables => ({
  INSTALLATION_SINCE: now.toISOString().slice(0, 10),
  ...generated,
})

/** @throws unless the site is on this machine: the local provider asks for no password */
export function requireLocalOrigin(origin: string): void {
  if (isLocalOrigin(origin)) return
  throw new Error(
    `PUBLIC_ORIGIN is ${origin}, but these are the files for development on this machine only.\n` +
      'For production see deploy/README.md: `make secrets` sets COMPOSE_FILE in .env.',
  )
}

/** Google as configured, else the local OpenID provider. */
function providerSettings(environment: Variables, generated: Variables) {
  const { GOOGLE_ISSUER = '', GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET = '', IDENTITY_PORT = '' } = environment
  const local = {
    google_issuer: `http://identity.localhost:${IDENTITY_PORT || '8026'}`,
    google_client_id: 'archery-local',
    google_client_secret: createHash('sha256')
      .update(`identity provider ${generated['DATABASE_KEY']}`)
      .digest('base64url'),
  }
  if (!google.some((name) => environment[name])) return { auth: local, local }
  const auth = {
    google_issuer: GOOGLE_ISSUER || 'https://accounts.google.com',
    google_client_id: GOOGLE_CLIENT_ID,
    google_client_secret: GOOGLE_CLIENT_SECRET,
  }
  return { auth, local }
}

/** The secret files of every container in development, by container. */
export function developmentSecrets(environment: Variables, generated: Variables): Record<string, Files> {
  const given = Object.fromEntries(settings.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
  // There is no mailbox in development: the mail box sends answers by SMTP.
  const local = { SMTP_URL: 'smtp://mail-box:2525', INBOUND_IMAP_PASSWORD: 'unused' }
  const all = containerSecrets({ ...local, ...generated, ...given })
  const files = Object.entries(serviceSecrets).map(([service, names]) => [
    service,
    Object.fromEntries(Object.entries(names).map(([file, name]) => [file, all[name] ?? ''])),
  ])
  const { auth, local: provider } = providerSettings(environment, generated)
  const byService = Object.fromEntries(files) as Record<string, Files>
  return { ...byService, auth: { ...byService['auth'], ...auth }, 'identity-provider': provider }
}
