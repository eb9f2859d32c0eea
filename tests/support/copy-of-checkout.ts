import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { cleanUpOnSignal } from '@app/local-stack/clean-up-on-signal'
import { dataFolder } from './data-folder'

export const root = resolve(import.meta.dirname, '../..')

const libraries = 'node_modules/.bun'
const notCopied = [libraries, 'node_modules/.vite', 'node_modules/.vitest-cache', 'node_modules/.cache'].map(
  (folder) => `--exclude=${folder}`,
)

/**
 * Copies the files of this checkout that git knows or would take, with the links of its packages: to packages of the copy, and to the
 * libraries of this checkout, which are not copied. Returns the folder; remove it.
 */
export function copyOfCheckout(): string {
  const copy = dataFolder('copy')
  cleanUpOnSignal(() => rmSync(copy, { recursive: true, force: true }))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = [...new Set(listed.toString().split('\0').filter(Boolean))].filter((file) =>
    existsSync(join(root, file)),
  )
  const links = files
    .filter((file) => basename(file) === 'package.json')
    .map((file) => join(dirname(file), 'node_modules'))
    .filter((folder) => existsSync(join(root, folder)))
  const archive = execFileSync('tar', ['-cf', '-', ...notCopied, '--null', '-T', '-'], {
    cwd: root,
    input: [...files, ...links].join('\0'),
    maxBuffer: 2 ** 28,
  })
  execFileSync('tar', ['-xf', '-'], { cwd: copy, input: archive })
  symlinkSync(join(root, libraries), join(copy, libraries))
  return copy
}
