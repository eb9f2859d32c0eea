import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { adminTablesVariables } from '@app/admin-tables/config'
import { authVariables } from '@app/auth/config'
import { ConfigError, readEnv } from '@app/config'
import { formsVariables, workerVariables } from '@app/forms/config'
import { root } from '@app/installer/checkout'
import { containerSecrets } from '@app/secrets/container-secrets'
import type { Variables } from '@app/secrets/env-file'
import { serviceSecrets } from '@app/secrets/service-secrets'
import * as v from 'valibot'
import { deploymentVariables } from './deployment-variables'

/** The variables that each process reads when it starts. */
export const processes = {
  auth: authVariables,
  forms: formsVariables,
  'email-worker': workerVariables,
  'admin-tables': adminTablesVariables,
} as const

/** The files of a container below /run/secrets, by the variable that names them: as `make secrets` will write them, else as they are. */
function secretsOf(service: string, variables: Variables): Variables {
  const written = containerSecrets(variables)
  const folder = resolve(root, variables['SECRETS_DIR'] ?? '')
  const stored = (name: string) => {
    const file = join(folder, name)
    return variables['SECRETS_DIR'] && existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  }
  const files = Object.entries(serviceSecrets[service] ?? {})
  return Object.fromEntries(files.map(([file, name]) => [file.toUpperCase(), written[name] || stored(name)]))
}

/** The problems that a process with these variables would refuse to start with. */
function problemsOf(service: keyof typeof processes, variables: Variables): string[] {
  const schema = processes[service]
  const own = Object.keys(schema.entries).flatMap((name) => (variables[name] ? [[name, variables[name]]] : []))
  const source = { ...Object.fromEntries(own), ...secretsOf(service, variables), DEPLOYMENT: 'production' }
  try {
    readEnv(schema, source)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [...error.problems]
  }
}

/** Secrets that `make secrets` writes are named by their file, once. */
const generated = new Set(
  Object.values(serviceSecrets).flatMap((files) =>
    Object.keys(files).map((file) => `${file.toUpperCase()}: is missing`),
  ),
)
const isGenerated = (problem: string) => generated.has(problem) && !problem.startsWith('GOOGLE_')

/** Reasons why the processes, or the containers around them, would not start with these variables: one line for each variable. */
export function processErrors(variables: Variables): string[] {
  const ofProcesses = Object.keys(processes)
    .flatMap((service) => problemsOf(service as keyof typeof processes, variables))
    .filter((problem) => !isGenerated(problem))
  const others = Object.entries(deploymentVariables).flatMap(([name, schema]) => {
    const value = variables[name]
    const { issues } = v.safeParse(schema as v.GenericSchema, value || undefined)
    return value && issues ? [`${name}: ${issues[0].message}`] : []
  })
  return [...new Set([...ofProcesses, ...others])]
}
