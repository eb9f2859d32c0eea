import { relative } from 'node:path'
import { containerSecrets, containerVariables, writeContainerSecrets } from './container-secrets'
import { addToEnvFile, changeInEnvFile, readEnvFile, type Variables } from './env-file'
import { root } from './layout'
import { mergeVariables } from './settings'
import { missingEntries, readVariables } from './variables'

type Setup = {
  /** Where the secrets go. */
  folder: string
  envFile: string
  given: Variables
  environment?: Record<string, string | undefined>
  /** What stands in for Google in development. */
  provider?: (variables: Variables) => Variables
}

/** Makes what `docker compose` needs: the secrets as files, and the env file, which names the folder they are in. */
export async function prepareContainers({ folder, envFile, given, environment = {}, provider }: Setup): Promise<void> {
  const ofContainers = containerVariables.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []))
  const sources = { envFile, given: mergeVariables(given, Object.fromEntries(ofContainers)) }
  addToEnvFile(envFile, await missingEntries(sources))
  const variables = readVariables(sources)
  const version = writeContainerSecrets(folder, containerSecrets({ ...variables, ...provider?.(variables) }))

  const inside = relative(root, folder)
  const entries = [
    { name: 'SECRETS_DIR', value: inside.startsWith('..') ? folder : inside, about: 'The secrets of containers' },
    { name: 'SECRETS_VERSION', value: version, about: 'Changes with them, so that Compose replaces the containers' },
  ]
  const present = readEnvFile(envFile)
  addToEnvFile(
    envFile,
    entries.filter(({ name }) => present[name] === undefined),
  )
  changeInEnvFile(envFile, Object.fromEntries(entries.map(({ name, value }) => [name, value])))
}
