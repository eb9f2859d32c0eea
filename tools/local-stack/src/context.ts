import { join, resolve } from 'node:path'
import { readEnvFile, type Variables } from './env-file'
import { createLayout, type Layout, root } from './layout'
import { createMachine, type Machine } from './machine'
import { defaultPort, givenVariables, mergeVariables, portOf } from './settings'

/** What a command of this tool knows of its surroundings. */
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

/** Reads what make was called with; `.env` stands behind the environment. */
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
    port: portOf(mergeVariables(readEnvFile(envFile), given)) ?? defaultPort,
    run: RUN === 'local' || RUN === 'docker' ? RUN : undefined,
    environment,
    write,
  }
}
