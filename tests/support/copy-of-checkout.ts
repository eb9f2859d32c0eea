import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** Copies the files of this checkout that git knows or would take, and installs it. Returns the folder; remove it. */
export function copyOfCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'archery-proofs-'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of new Set(files.toString().split('\0').filter(Boolean))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  execFileSync(process.execPath, ['install', '--frozen-lockfile'], { cwd: copy, stdio: 'ignore' })
  return copy
}
