import { existsSync, readFileSync } from 'node:fs'
import { type EnvEntry, readEnvFile, type Variables } from './env-file'
import { localProvider, providerIsGiven } from './local-provider'
import { missingSecrets } from './secrets'
import { mergeVariables } from './settings'

/** A variable, or the content of the file that stands in for it. */
export function givenValue(name: string, variables: Variables): string | undefined {
  const file = variables[`${name}_FILE`]
  return variables[name] ?? (file && readFileSync(file, 'utf8').trim())
}

type Sources = { envFile: string; given: Variables; watch?: boolean }
type Addresses = { ports: Record<string, number>; urls: { site: string } }

/** What the env file says, under what was given for this run. */
export const readVariables = ({ envFile, given }: Sources): Variables => mergeVariables(readEnvFile(envFile), given)

/** What the env file still has to get, so that later starts find the same. */
export async function missingEntries(sources: Sources): Promise<EnvEntry[]> {
  const missing: EnvEntry[] = await missingSecrets(readVariables(sources))
  const { PORT } = sources.given
  if (PORT && !existsSync(sources.envFile)) missing.push({ name: 'PORT', value: PORT, about: 'Where the site is' })
  return missing
}

/** Everything the parts may read, with defaults for this machine. `own` tells which servers are ours to start. */
export function completeVariables(sources: Sources, { ports, urls }: Addresses) {
  const set = readVariables(sources)
  const defaults: Variables = {
    NODE_ENV: sources.watch ? 'development' : 'production',
    PUBLIC_ORIGIN: urls.site,
    MONGODB_URI: `mongodb://127.0.0.1:${ports['mongo']}/archery`,
    REDIS_URL: `redis://127.0.0.1:${ports['redis']}`,
    SMTP_URL: `smtp://127.0.0.1:${ports['smtp']}`,
    MAIL_FROM: 'Archery School <no-reply@archery.example>',
    SEED_SAMPLES: 'true',
    // Another site than `localhost` to browsers, as Google is.
    ...localProvider(set, `http://127.0.0.1:${ports['identity-provider']}`),
  }
  const own = {
    mongo: !givenValue('MONGODB_URI', set),
    redis: !givenValue('REDIS_URL', set),
    identityProvider: !providerIsGiven(set),
  }
  return { variables: mergeVariables(defaults, set), own }
}
