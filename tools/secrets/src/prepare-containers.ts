import { createHash, randomBytes } from 'node:crypto'
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
  /** The Compose project of a new installation. */
  project?: string
  /** The version of this checkout. */
  release?: string
}

const composeFile = {
  name: 'COMPOSE_FILE',
  value: 'docker-compose.yml:deploy/compose.production.yml:deploy/compose.tls.yml',
  about:
    'The files of `docker compose`, in production. Without compose.tls.yml where a proxy in front has the certificate',
}

/** The secrets that databases read at their start only. Users and rights that are new are added while they run. */
const databasesVersion = ({ DATABASE_KEY = '', QUEUE_PREFIX = '' }: Variables) =>
  createHash('sha256').update(`${DATABASE_KEY}\0${QUEUE_PREFIX}`).digest('hex').slice(0, 12)

/**
 * Adds the identity of an installation, as far as the env file lacks it: its containers, its database, and the folder from
 * which they are commanded. A copy of the file is recognized by its folder.
 */
function addIdentity(envFile: string, project: string): void {
  const present = readEnvFile(envFile)
  const identity = [
    {
      name: 'COMPOSE_PROJECT_NAME',
      value: project,
      about: 'Separates the containers and data of this installation from those of others',
    },
    {
      name: 'INSTALLATION_ID',
      value: randomBytes(8).toString('hex'),
      about: 'The identity of the database: nothing is written to another one',
    },
    {
      name: 'INSTALLATION_FOLDER',
      value: root,
      about: 'The folder of this installation. ADOPT=1 moves it to another one',
    },
  ]
  addToEnvFile(
    envFile,
    identity.filter(({ name }) => present[name] === undefined),
  )
}

/** Writes the secret files of a production in containers, and into the env file where they are. */
export async function prepareContainers(setup: Setup): Promise<void> {
  const { folder, envFile, given, environment = {}, project, release } = setup
  const ofContainers = containerVariables.flatMap((name) => (environment[name] ? [[name, environment[name]]] : []))
  const sources = { envFile, given: mergeVariables(given, Object.fromEntries(ofContainers)) }
  const missing = await missingEntries(sources)
  // The operator names the admins; there is no default for production.
  addToEnvFile(
    envFile,
    missing.filter(({ name }) => name !== 'ADMIN_EMAILS'),
  )
  if (project) addIdentity(envFile, project)
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
    {
      name: 'DATABASES_VERSION',
      value: databasesVersion(variables),
      about: 'Changes with the passwords of the databases, so that Compose recreates them',
    },
    ...(release ? [{ name: 'RELEASE', value: release, about: 'The version of this checkout, for new images' }] : []),
  ]
  const present = readEnvFile(envFile)
  addToEnvFile(
    envFile,
    [composeFile, ...entries].filter(({ name }) => present[name] === undefined),
  )
  changeInEnvFile(envFile, Object.fromEntries(entries.map(({ name, value }) => [name, value])))
}
