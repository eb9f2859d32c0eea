import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { chooseProjectName, optionsOf, projectName, settingsIn } from '@app/containers/compose-project'
import { docker } from '@app/containers/docker'
import { root } from '@app/installer/checkout'
import { choosePorts } from '@app/local-stack/ports'
import { addToEnvFile, changeInEnvFile, readEnvFile, type Variables } from '@app/secrets/env-file'
import type { Context } from '../context'

const composeFiles = ['docker-compose.yml', 'compose.override.yml']
const developmentPorts = { MAIL_PORT: 8025, IDENTITY_PORT: 8026 }
const about: Record<string, string> = {
  COMPOSE_PROJECT_NAME: 'Separates the containers and data of this clone from those of others',
  INSTALLATION_FOLDER: 'The folder of this installation. ADOPT=1 moves it to another one',
  MAIL_PORT: 'Port of the mail box; 8025 was in use',
  IDENTITY_PORT: 'Port of the OpenID provider; 8026 was in use',
}

/** Free ports for the tools of development where the usual ones are in use. */
async function chooseDevelopmentPorts(set: Variables): Promise<Variables> {
  const names = Object.keys(developmentPorts) as (keyof typeof developmentPorts)[]
  const open = names.filter((name) => !set[name])
  const chosen = await choosePorts(open, developmentPorts)
  return Object.fromEntries(
    open.flatMap((name) => (chosen[name] === developmentPorts[name] ? [] : [[name, String(chosen[name])]])),
  )
}

/**
 * Puts everything that shapes the containers into the env file, where plain `docker compose` commands find it, too: a project
 * name of this clone's own, free ports, and the settings of this call.
 */
export async function saveContainerSettings(context: Context): Promise<void> {
  const { environment, envFile, write } = context
  const before = readEnvFile(envFile)
  const name = projectName(optionsOf(context)) ?? chooseProjectName(envFile, await docker.projectsOf(root, environment))
  const files = composeFiles.map((file) => readFileSync(join(root, file), 'utf8'))
  const given = settingsIn(files, environment)
  const running = (await docker.projectsOf(root, environment)).includes(name)
  const ports = running ? {} : await chooseDevelopmentPorts({ ...before, ...given })
  const folder: Variables = before['INSTALLATION_FOLDER'] ? {} : { INSTALLATION_FOLDER: root }
  const wanted: Variables = { COMPOSE_PROJECT_NAME: name, ...folder, ...ports, ...given }
  const changed = Object.entries(wanted).filter(([variable, value]) => before[variable] !== value)
  const isNew = ([variable]: [string, string]) => before[variable] === undefined
  addToEnvFile(
    envFile,
    changed.filter(isNew).map(([variable, value]) => ({
      name: variable,
      value,
      about: (given[variable] ? undefined : about[variable]) ?? 'Set when `make up` was called',
    })),
  )
  const replaced = changed.filter((entry) => !isNew(entry))
  if (replaced.length > 0) changeInEnvFile(envFile, Object.fromEntries(replaced))
  const saved = changed.map(([variable]) => variable).filter((variable) => given[variable])
  if (saved.length > 0) write(`Saved in ${relative(root, envFile)}: ${saved.join(', ')}`)
}
