import { existsSync, readFileSync } from 'node:fs'
import { type EnvEntry, readEnvFile, type Variables } from './env-file'
import { missingSecrets } from './secrets'
import { mergeVariables } from './settings'

/** A variable, or the content of the file that stands in for it. */
function valueOf(name: string, variables: Variables): string | undefined {
  const file = variables[`${name}_FILE`]
  return variables[name] ?? (file && readFileSync(file, 'utf8').trim())
}

type Sources = { envFile: string; given: Variables; watch?: boolean }
type Addresses = { ports: Record<string, number>; urls: { site: string } }

/**
 * Everything the parts may read: defaults of this machine, under the env file, under what was given for this run.
 * `added` is what the env file lacks; `own` tells which servers are ours to start.
 */
export async function resolveVariables({ envFile, given, watch }: Sources, { ports, urls }: Addresses) {
  const written = readEnvFile(envFile)
  const set = mergeVariables(written, given)
  const added: EnvEntry[] = await missingSecrets(set)
  if (given['PORT'] && !existsSync(envFile)) {
    added.push({ name: 'PORT', value: given['PORT'], about: 'Where the site is' })
  }
  const uri = { mongo: valueOf('MONGODB_URI', set), redis: valueOf('REDIS_URL', set) }
  const defaults: Variables = {
    NODE_ENV: watch ? 'development' : 'production',
    PUBLIC_ORIGIN: urls.site,
    MONGODB_URI: `mongodb://127.0.0.1:${ports['mongo']}/archery`,
    REDIS_URL: `redis://127.0.0.1:${ports['redis']}`,
    SMTP_URL: `smtp://127.0.0.1:${ports['smtp']}`,
    MAIL_FROM: 'Archery School <no-reply@archery.example>',
  }
  const secrets = Object.fromEntries(added.map(({ name, value }) => [name, value]))
  const variables = mergeVariables(defaults, secrets, set)
  return { variables, added, own: { mongo: !uri.mongo, redis: !uri.redis } }
}
