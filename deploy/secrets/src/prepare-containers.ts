import { relative } from 'node:path'
import { root } from '@app/installer/checkout'
import { containerSecrets, containerVariables, writeContainerSecrets } from './container-secrets'
import { addToEnvFile, changeInEnvFile, readEnvFile, type Variables } from './env-file'
import { mergeVariables, missingEntries, readVariables } from './variables'

type Setup = {
  /** Folder of the secret files. */
  folder: string
  envFile: string
  given: Variables
  environment?: Record<string, string | undefined>
}

const composeFile = {
  name: 'COMPOSE_FILE',
  value: 'docker-compose.yml:deploy/compose.production.yml:deploy/compose.tls.yml',
  about:
    'The files of `docker compose`, in production. Without compose.tls.yml where a proxy in front has the certificate',
}

/** Writes the secret files of a production in containers, and into the env file where they are. */
export async function prepareContainers({ folder, envFile, given, environment = {} }: Setup): Promise<void> {
  const ofContainers = containerVariables.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []))
  const sources = { envFile, given: mergeVariables(given, Object.fromEntries(ofContainers)) }
  const missing = await missingEntries(sources)
  // The operator names the admins; there is no default for production.
  addToEnvFile(
    envFile,
    missing.filter(({ name }) => name !== 'ADMIN_EMAILS'),
  )
  const variables = readVariables(sources)
  const version = writeContainerSecrets(folder, containerSecrets(variables))

  const inside = relative(root, folder)
  const entries = [
    {
      name: 'SECRETS_DIR',
      value: inside.startsWith('..') ? folder : inside,
      about: 'Folder of the secret files of containers',
    },
    {
      name: 'SECRETS_VERSION',
      value: version,
      about: 'Changes with the secrets, so that Compose recreates the containers',
    },
  ]
  const present = readEnvFile(envFile)
  addToEnvFile(
    envFile,
    [composeFile, ...entries].filter(({ name }) => present[name] === undefined),
  )
  changeInEnvFile(envFile, Object.fromEntries(entries.map(({ name, value }) => [name, value])))
}
