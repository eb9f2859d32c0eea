import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@app/installer/checkout'
import { createMachine } from '@app/installer/machine'
import { createLayout } from '@app/local-stack/layout'
import { givenDatabase } from '@app/local-stack/mongo-providers'
import { runStack, type Stack } from '@app/local-stack/stack'
import type { TestProject } from 'vitest/node'
import { dataFolder } from './data-folder'

/** `enforcesRights`: the tested services have there what their users may do in production, and no more. */
type StoreServer = { mongoUri: string; redisUrl: string; enforcesRights: boolean }

declare module 'vitest' {
  export interface ProvidedContext {
    /** One for each worker of the store tests. */
    storeServers: StoreServer[]
  }
}

/**
 * Starts a MongoDB and a Redis for each worker of the store tests; with `MONGODB_URI` that server serves all workers, with `DATABASE_RIGHTS`
 * as one that enforces the rights of its users.
 */
export async function setup(project: TestProject) {
  const { MONGODB_URI, DATABASE_RIGHTS, TOOLS_DIR = join(root, '.data', 'tools') } = process.env
  const count = MONGODB_URI ? 1 : Number(project.config.maxWorkers)
  const folders: string[] = []
  const startOne = async (): Promise<Stack> => {
    const dataDir = dataFolder('stores')
    folders.push(dataDir)
    return runStack({
      layout: createLayout(dataDir, TOOLS_DIR),
      machine: createMachine(process.env),
      envFile: join(dataDir, '.env'),
      given: givenDatabase(process.env),
      only: ['mongo', 'redis'],
    })
  }
  // The first one installs what is missing.
  const stacks = [await startOne()]
  stacks.push(...(await Promise.all(Array.from({ length: count - 1 }, startOne))))
  project.provide(
    'storeServers',
    stacks.map(({ mongoUri, redisUrl }) => ({ mongoUri, redisUrl, enforcesRights: Boolean(DATABASE_RIGHTS) })),
  )
  return async () => {
    await Promise.all(stacks.map((stack) => stack.stop()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
}
