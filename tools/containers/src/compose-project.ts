import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '@app/installer/checkout'
import { readEnvFile, type Variables } from '@app/secrets/env-file'

export type DockerOptions = {
  /** The caller's environment: locates the engine, and overrides the env file. */
  env: Record<string, string | undefined>
  /** Variables of the project. */
  envFile: string
  signal?: AbortSignal
}

type Caller = { environment: DockerOptions['env']; envFile: string }
export const optionsOf = ({ environment, envFile }: Caller): DockerOptions => ({ env: environment, envFile })

const setting = (name: string, { env, envFile }: DockerOptions) => env[name] || readEnvFile(envFile)[name]

/** The project name that was set, or undefined when Compose names the project after its files or folder. */
export const projectName = (options: DockerOptions) => setting('COMPOSE_PROJECT_NAME', options)

/** True if Compose uses the files for development, which it does unless COMPOSE_FILE names others. */
export const isDevelopment = (options: DockerOptions) =>
  (setting('COMPOSE_FILE', options) ?? 'compose.override.yml').includes('compose.override.yml')

/** Arguments that make Compose use this project. The default env file is left out: Compose reads it anyway. */
export function projectArguments(options: DockerOptions): string[] {
  const name = projectName(options)
  const named = options.envFile !== join(root, '.env') && existsSync(options.envFile)
  return [...(name ? ['-p', name] : []), ...(named ? ['--env-file', options.envFile] : [])]
}

/** The version of this checkout: a tag, or the last one and the commits since. */
export function releaseOf(folder: string): string {
  const args = ['describe', '--tags', '--always', '--dirty']
  return spawnSync('git', args, { cwd: folder, encoding: 'utf8' }).stdout?.trim() || 'unknown'
}

/** The project of a production whose env file names none: one from before `make secrets` wrote it there. */
export const formerProductionName = 'archery-school'

/**
 * The project name of a production, tied to its env file: a random one for a new installation, `archery-school` for one from
 * before there were such names.
 */
export function chooseProductionName(envFile: string): string {
  const { COMPOSE_PROJECT_NAME, SECRETS_DIR } = readEnvFile(envFile)
  if (COMPOSE_PROJECT_NAME) return COMPOSE_PROJECT_NAME
  return SECRETS_DIR ? formerProductionName : `archery-school-${randomBytes(3).toString('hex')}`
}

/** The name that Compose gives to a project of this folder. */
export const composeNameOf = (folder: string): string =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '')
    .replace(/^[_-]+/, '')

/** Names Compose itself would give this checkout: its folder's, and the one earlier releases used. */
const namesOfThisCheckout = () => [composeNameOf(root), 'archery-school']

/**
 * The name for a project that has none yet: one per env file, so that two clones never share containers or data. A project
 * that runs from this checkout already keeps its name.
 *
 * @param running the Compose projects with containers of this checkout
 */
export function chooseProjectName(envFile: string, running: readonly string[]): string {
  const adopted = namesOfThisCheckout().find((name) => running.includes(name))
  if (adopted && envFile === join(root, '.env')) return adopted
  return `archery-school-${createHash('sha256').update(envFile).digest('hex').slice(0, 6)}`
}

/** Variables of the environment that shape containers: all that the Compose files refer to. */
export function settingsIn(composeFiles: readonly string[], environment: DockerOptions['env']): Variables {
  const named = composeFiles.flatMap((text) => [...text.matchAll(/\$\{([A-Z_]+)|^ {6}([A-Z_]+):$/gm)])
  const names = new Set(named.map(([, interpolated, passed]) => interpolated ?? passed ?? ''))
  return Object.fromEntries(
    [...names].sort().flatMap((name) => (environment[name] ? [[name, environment[name] as string]] : [])),
  )
}
