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
  /** The development OpenID provider. */
  provider?: (variables: Variables) => Variables
}

/** Writes the secret files for `docker compose`, and their folder into the env file. */
export async function prepareContainers({ folder, envFile, given, environment = {}, provider }: Setup): Promise<void> {
  const ofContainers = containerVariables.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []))
  const sources = { envFile, given: mergeVariables(given, Object.fromEntries(ofContainers)) }
  addToEnvFile(envFile, await missingEntries(sources))
  const variables = readVariables(sources)
  const version = writeContainerSecrets(folder, containerSecrets({ ...variables, ...provider?.(variables) }))

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
    entries.filter(({ name }) => present[name] === undefined),
  )
  changeInEnvFile(envFile, Object.fromEntries(entries.map(({ name, value }) => [name, value])))
}
