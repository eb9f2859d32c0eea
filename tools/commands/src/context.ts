import { join, resolve } from 'node:path'
import { docker } from '@app/containers/docker'
import { root } from '@app/installer/checkout'
import { createMachine, type Machine } from '@app/installer/machine'
import { createLayout, type Layout } from '@app/local-stack/layout'
import { isFree } from '@app/local-stack/ports'
import { readState } from '@app/local-stack/state'
import { defaultPort, givenVariables, portOf } from '@app/local-stack/variables'
import type { Variables } from '@app/secrets/env-file'
import { readVariables } from '@app/secrets/variables'

/** The settings a command runs with. */
export type Context = {
  layout: Layout
  machine: Machine
  envFile: string
  given: Variables
  port: number
  run: 'local' | 'docker' | undefined
  environment: Record<string, string | undefined>
  write(line: string): void
}

/** Reads the settings from the environment; `.env` supplies what the environment leaves out. */
export function readContext(environment: Record<string, string | undefined>, write: Context['write']): Context {
  const { DATA_DIR, TOOLS_DIR, ENV_FILE, RUN } = environment
  const dataDir = resolve(root, DATA_DIR || '.data')
  const envFile = resolve(root, ENV_FILE || '.env')
  const given = givenVariables(environment)
  if (RUN && RUN !== 'local' && RUN !== 'docker') throw new Error(`RUN must be local or docker, not ${RUN}`)
  return {
    layout: createLayout(dataDir, TOOLS_DIR ? resolve(root, TOOLS_DIR) : join(dataDir, 'tools')),
    machine: createMachine(environment),
    envFile,
    given,
    port: portOf(readVariables({ envFile, given })) ?? defaultPort,
    run: RUN === 'local' || RUN === 'docker' ? RUN : undefined,
    environment,
    write,
  }
}

/** True if a variable such as FORCE is set, and not to 0 or false. */
export const isOn = (value = '') => !['', '0', 'false'].includes(value)

/** Local processes or containers: as requested by RUN, else as already running, else containers if an engine answers. */
export async function chooseMode(context: Context): Promise<'local' | 'docker'> {
  const { run, layout, environment, port } = context
  if (run) return run
  if (readState(layout)) return 'local'
  // A checkout that has used containers has their data: a busy engine must not make it start without them. A port that is
  // taken may be theirs, too, after a plain `docker compose up`.
  const { COMPOSE_PROJECT_NAME, COMPOSE_FILE } = readVariables(context)
  const mayHaveContainers = COMPOSE_PROJECT_NAME || COMPOSE_FILE || !(await isFree(port))
  const timeoutMs = mayHaveContainers ? 60_000 : undefined
  return (await docker.available(environment, timeoutMs)) ? 'docker' : 'local'
}

/** All settings: the environment goes before the env file. */
export const settingsOf = (context: Context) => ({ ...readVariables(context), ...context.environment })
