import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isLocalOrigin } from '@app/secrets/development-secrets'
import { replaceFile, type Variables } from '@app/secrets/env-file'
import { givenValue, mergeVariables, readVariables, type VariableSources } from '@app/secrets/variables'
import { edgeVariables } from '../../../nginx/settings'
import type { Layout } from './layout'
import { knownVariables } from './service-processes'
import { webDist } from './web-build'

export const defaultPort = 8080

const edgeNames = new Set<string>(['PORT', 'TLS_PORT', ...edgeVariables])

/** The product's variables among those of an environment. Empty values count as not set. */
export function givenVariables(environment: Record<string, string | undefined>): Variables {
  const known = (name: string) => edgeNames.has(name) || knownVariables.has(name.replace(/_FILE$/, ''))
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value && known(name) ? [[name, value]] : [])),
  )
}

export function portOf(variables: Variables, name: 'PORT' | 'TLS_PORT' = 'PORT'): number | undefined {
  const text = variables[name]
  if (text === undefined) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name} must be a number from 1 to 65535, not ${text}`)
  return port
}

const names = ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']

/** True if a provider is configured; the local one is not used then. */
const providerIsGiven = (given: Variables) => names.some((name) => given[name] ?? given[`${name}_FILE`])

/** The settings auth and the local OpenID provider share; stable across starts. */
function localProvider(given: Variables, issuer: string): Variables {
  if (providerIsGiven(given)) return {}
  const pepper = given['OTP_PEPPER'] ?? given['OTP_PEPPER_FILE'] ?? ''
  const clientSecret = createHash('sha256').update(`local provider ${pepper}`).digest('base64url')
  return { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: 'archery-local', GOOGLE_CLIENT_SECRET: clientSecret }
}

type Sources = VariableSources & { watch?: boolean; webDist?: string | undefined }
type Addresses = { ports: Record<string, number>; urls: { site: string } }

/** Every variable the processes may read, with defaults for this machine. `managed` names the servers that this stack starts. */
export function completeVariables(sources: Sources, { ports, urls }: Addresses) {
  const set = readVariables(sources)
  // That of the env file is of containers, which have a database of their own.
  if (!sources.given['INSTALLATION_ID']) delete set['INSTALLATION_ID']
  const origin = set['PUBLIC_ORIGIN'] ?? urls.site
  // Without passwords, so only for a site that other machines cannot reach; without TLS, so not behind an https origin.
  const usesLocalProvider = !providerIsGiven(set) && isLocalOrigin(origin) && origin.startsWith('http:')
  const defaults: Variables = {
    DEPLOYMENT: 'development',
    NODE_ENV: sources.watch ? 'development' : 'production',
    PUBLIC_ORIGIN: urls.site,
    MONGODB_URI: `mongodb://127.0.0.1:${ports['mongo']}/archery`,
    REDIS_URL: `redis://127.0.0.1:${ports['redis']}`,
    SMTP_URL: `smtp://127.0.0.1:${ports['smtp']}`,
    MAIL_FROM: 'no-reply@archery.example',
    SEED_SAMPLES: 'true',
    SEED_INQUIRIES: 'true',
    SITE_RENDERER: join(sources.webDist ?? webDist, '.renderer'),
    // Another site than `localhost` to browsers, as Google is.
    ...(usesLocalProvider && localProvider(set, `http://127.0.0.1:${ports['identity-provider']}`)),
  }
  const managed = {
    mongo: !givenValue('MONGODB_URI', set),
    redis: !givenValue('REDIS_URL', set),
    identityProvider: usesLocalProvider,
  }
  return { variables: mergeVariables(defaults, set), managed }
}

export const keyNames = ['SESSION_SIGNING_KEY', 'SESSION_PUBLIC_KEYS'] as const
type KeyName = (typeof keyNames)[number]

const keyFile = (layout: Layout, name: KeyName) => join(layout.folder('keys'), `${name.toLowerCase()}.json`)

export const writeKey = (layout: Layout, name: KeyName, value: string) => replaceFile(keyFile(layout, name), value)

/** Passes session keys as files, which services watch: a key changes without a restart. */
export function keysAsFiles(layout: Layout, variables: Variables): Variables {
  const passed = { ...variables }
  for (const name of keyNames) {
    const value = passed[name]
    if (value === undefined) continue
    writeKey(layout, name, value)
    delete passed[name]
    passed[`${name}_FILE`] = keyFile(layout, name)
  }
  return passed
}
