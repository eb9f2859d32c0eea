import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
type Options = NonNullable<Parameters<typeof execFileSync>[2]>
const inherit: Options = { stdio: ['ignore', 'inherit', 'inherit'] }

/** The folder of a version: an installed checkout, or a git ref of this repository, which is unpacked and installed once. */
function prepareVersion(version: string): string {
  if (existsSync(version)) return resolve(version)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const commit = git('rev-parse', '--verify', `${version}^{commit}`)
  const folder = join(root, '.data', 'versions', commit)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  execFileSync('bash', ['-c', `git archive ${commit} | tar -x -C "$0"`, unfinished], { cwd: root, ...inherit })
  execFileSync(process.execPath, ['install', '--frozen-lockfile'], { cwd: unfinished, ...inherit })
  renameSync(unfinished, folder)
  return folder
}

/**
 * Vitest's global setup: OTHER_VERSION, a git ref or the folder of a checkout, becomes that folder for all tests. Their products
 * then run the services of that version beside those of this one, and Nginx sends every second request to it.
 */
export function setup(): void {
  const { OTHER_VERSION } = process.env
  if (OTHER_VERSION) process.env.OTHER_VERSION = prepareVersion(OTHER_VERSION)
}
