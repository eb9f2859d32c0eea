import { join } from 'node:path'
import type { Variables } from '@app/secrets/env-file'
import { isLocalOrigin } from '@app/secrets/local-origin'
import { givenValue, mergeVariables, readVariables, type VariableSources } from '@app/secrets/variables'
import { localProvider, providerIsGiven } from './local-provider'
import { webDist } from './web-build'

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
