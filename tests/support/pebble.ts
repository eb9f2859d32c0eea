import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const version = 'v2.8.0'
const toolsDir = process.env.TOOLS_DIR || resolve(import.meta.dirname, '../../.data/tools')

/** The ACME server of Let's Encrypt for tests: built from its Go module, which takes a minute once. Undefined without Go. */
export function pebbleProgram(): string | undefined {
  const folder = join(toolsDir, `pebble-${version}`)
  const program = join(folder, 'pebble')
  if (existsSync(program)) return program
  if (spawnSync('go', ['version']).status !== 0) return undefined
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' }
  execFileSync('go', ['install', `github.com/letsencrypt/pebble/v2/cmd/pebble@${version}`], { env, stdio: 'pipe' })
  return program
}
