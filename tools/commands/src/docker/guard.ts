import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { formerProductionName, optionsOf, projectName } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { root } from '@app/installer/checkout'
import { addToEnvFile, changeInEnvFile, readEnvFile } from '@app/secrets/env-file'
import { type Context, isOn } from '../context'

const name = 'INSTALLATION_FOLDER'
const resolved = (folder: string) => (existsSync(folder) ? realpathSync(folder) : folder)
const isHere = (folder: string) => resolved(folder) === resolved(root)

/** A folder whose own env file says that the installation has moved here has given it up. */
const hasLeft = (folder: string) => {
  const said = readEnvFile(join(folder, '.env'))[name]
  return said !== undefined && isHere(said)
}

/** The other folders that claim the installation: the one that the env file names, and those that the containers were started from. */
async function claimants(context: Context, project: string): Promise<string[]> {
  const named = readEnvFile(context.envFile)[name]
  const started = await docker.foldersOf(project, context.environment)
  // A folder that was moved is no more.
  const others = started.filter((folder) => !isHere(folder) && existsSync(folder) && !hasLeft(folder))
  return [...new Set([...(named && !isHere(named) ? [named] : []), ...others])]
}

/** A production from before `make secrets` wrote its project's name has the one of then. */
const projectOf = (context: Context) =>
  projectName(optionsOf(context)) ?? (readEnvFile(context.envFile)['SECRETS_DIR'] ? formerProductionName : undefined)

/** Why a command of this folder must not touch these containers, if there is a reason. */
export async function installationFault(context: Context): Promise<string | undefined> {
  const project = projectOf(context)
  const others = project ? await claimants(context, project) : []
  if (others.length === 0) return undefined
  return (
    `The installation ${project} is the one in ${others.join(' and ')}; this folder is ${root}. Was .env copied? ` +
    `For an installation of its own here: take COMPOSE_PROJECT_NAME and the INSTALLATION_ variables out of ${context.envFile} and run \`make secrets\`. ` +
    'To try something out: `make staging` there. If the installation has moved to this folder: the same command with ADOPT=1'
  )
}

const entry = {
  name,
  value: root,
  about: 'The folder of this installation. ADOPT=1 moves it to another one',
}

function setFolder(envFile: string): void {
  if (readEnvFile(envFile)[name] === undefined) addToEnvFile(envFile, [entry])
  else changeInEnvFile(envFile, { [name]: root })
}

/** Moves the installation to this folder. The former one gives it up, so that a command there does not act on it any more. */
async function adopt(context: Context, project: string): Promise<void> {
  for (const folder of await claimants(context, project)) {
    const file = join(folder, '.env')
    if (readEnvFile(file)['COMPOSE_PROJECT_NAME'] === project) setFolder(file)
  }
  setFolder(context.envFile)
}

/**
 * Comes before every command that touches containers, and says which installation it acts on.
 *
 * @param silent for output that scripts read
 * @throws when the installation is that of another folder
 */
export async function guardInstallation(context: Context, { silent = false } = {}): Promise<void> {
  const project = projectOf(context)
  if (!project) return
  if (isOn(context.environment['ADOPT'])) await adopt(context, project)
  const fault = await installationFault(context)
  if (fault) throw new Error(`Nothing was done. ${fault}.`)
  if (!silent) process.stderr.write(`Installation ${project} in ${root}\n`)
}
