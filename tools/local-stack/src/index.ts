import { join } from 'node:path'
import { createLayout, root } from './layout'
import { createMachine } from './machine'
import { mergeVariables } from './settings'
import { runStack, type Stack } from './stack'

export type { Stack } from './stack'

export type StackOptions = {
  /** A free one where it is left out. */
  port?: number
  dataDir: string
  /**
   * Variables of the services, over those that are generated. `TOOLS_DIR` and `MONGODB_URI` are heard, too. All clients of a
   * test come from one address, so the limits of the edge are lifted unless they are set here.
   */
  env?: Record<string, string>
  log?: (line: string) => void
  /** A folder of pages to serve instead of building the web. */
  webDist?: string
}

/** Starts the product within this process, for tests: the same parts as `make up`, apart in ports and data. */
export async function startStack({ port, dataDir, env = {}, log, webDist }: StackOptions): Promise<Stack> {
  const { MONGODB_URI, TOOLS_DIR = join(root, '.data', 'tools') } = { ...process.env, ...env }
  return runStack({
    layout: createLayout(dataDir, TOOLS_DIR),
    machine: createMachine(process.env),
    envFile: join(dataDir, '.env'),
    given: mergeVariables(MONGODB_URI ? { MONGODB_URI } : {}, { EDGE_LIMIT_FACTOR: '0' }, env),
    port,
    log,
    webDist,
  })
}
