import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './file-lock'
import { root } from './layout'
import type { Machine } from './machine'
import { run } from './run'
import { writeWhole } from './write-whole'

export const webDist = join(root, 'web', 'dist')

/** Inside what it speaks of: whoever empties the folder, or builds in another way, takes the stamp along. */
const stampFile = join(webDist, '.build-stamp')

/** Everything the pages are made of. */
const sources = ['web', 'packages/contracts', 'packages/table-schema', 'bun.lock']
const notSources = new Set(['node_modules', 'dist', '.vite'])

function* filesIn(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (notSources.has(entry.name)) continue
    if (entry.isDirectory()) yield* filesIn(join(path, entry.name))
    else if (entry.isFile()) yield join(path, entry.name)
  }
}

function stamp(): string {
  const hash = createHash('sha256')
  for (const source of sources.map((name) => join(root, name))) {
    for (const file of source.endsWith('.lock') ? [source] : filesIn(source)) {
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

const isCurrent = (wanted: string) =>
  existsSync(join(webDist, 'index.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted

/** Builds the web when anything it is made of has changed since the last time. Says which it was. */
export async function buildWeb(machine: Machine, signal: AbortSignal): Promise<'built' | 'unchanged'> {
  return withLock(join(root, 'node_modules', '.cache', 'web-build.lock'), async () => {
    const wanted = stamp()
    if (isCurrent(wanted)) return 'unchanged'
    // `--bun`: Vite's own shebang would start whatever Node.js the machine has.
    const env = { ...machine.bareEnv, NODE_ENV: 'production' }
    await run(process.execPath, ['--bun', 'run', 'build'], { cwd: join(root, 'web'), env, signal })
    writeWhole(stampFile, wanted, 0o644)
    return 'built'
  })
}
