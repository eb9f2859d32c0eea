import { join } from 'node:path'
import { root } from '@app/installer/checkout'
import { createMachine } from '@app/installer/machine'
import { mergeVariables } from '@app/secrets/variables'
import { cleanUpOnSignal } from './clean-up-on-signal'
import { createLayout } from './layout'
import { givenDatabase } from './mongo-providers'
import { runStack, type Stack } from './stack'

export type { Stack } from './stack'

export type StackOptions = {
  /** Default: a free port. */
  port?: number
  dataDir: string
  /**
   * Variables of the services; they override generated ones. `TOOLS_DIR`, `MONGODB_URI` and `MONGODB_PROVIDER` are recognized, too. All clients
   * of a test share one address, so nginx's limits are off unless they are set here; so are sample inquiries, since tests
   * count those that they send.
   */
  env?: Record<string, string>
  log?: (line: string) => void
  /** Built pages to serve instead of building the web. */
  webDist?: string
  /** The checkout of another version, whose services start first and then serve every second request. */
  otherVersion?: string | undefined
  /** The folder of built programs, which start faster than their sources; each is where its source is in the checkout. */
  programs?: string | undefined
  /** Start these processes only. */
  only?: readonly string[] | undefined
}

/**
 * Starts the product from this process, for tests: what `make up` starts, with its own ports and data. It ends with the process,
 * also when a signal ends that.
 */
export async function startStack({
  port,
  dataDir,
  env = {},
  log,
  webDist,
  otherVersion,
  programs,
  only,
}: StackOptions): Promise<Stack> {
  const all = { ...process.env, ...env }
  const { TOOLS_DIR = join(root, '.data', 'tools') } = all
  const ending = new AbortController()
  const starting = runStack({
    layout: createLayout(dataDir, TOOLS_DIR),
    machine: createMachine(process.env),
    envFile: join(dataDir, '.env'),
    given: mergeVariables(givenDatabase(all), { EDGE_LIMIT_FACTOR: '0', SEED_INQUIRIES: 'false' }, env),
    port,
    log,
    webDist,
    otherVersion,
    programs,
    ...(only && { only }),
    signal: ending.signal,
  })
  cleanUpOnSignal(async () => {
    ending.abort()
    const stack = await starting.catch(() => undefined)
    await stack?.stop()
  })
  return starting
}
