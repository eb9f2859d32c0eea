import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Context, settingsOf } from './context'

/** Archives of `make backup`: not those that a restore has kept, nor what has not been verified yet. */
const isArchive = (name: string) => /\.tar\.gz(\.age)?$/.test(name) && !name.startsWith('before-')

/**
 * Removes all but the newest BACKUP_KEEP archives beside this one, only where that is set. Called after a backup that counts, which
 * was verified: it is the newest, and stays.
 *
 * @returns the paths that were removed
 */
export function pruneArchives(context: Context, archive: string): string[] {
  const { BACKUP_KEEP } = settingsOf(context)
  if (!BACKUP_KEEP) return []
  const keep = Number(BACKUP_KEEP)
  if (!Number.isInteger(keep) || keep < 1)
    throw new Error(`BACKUP_KEEP=${BACKUP_KEEP} must be a number from 1: how many archives stay`)
  const folder = dirname(archive)
  const found = readdirSync(folder)
    .filter(isArchive)
    .map((name) => join(folder, name))
    .filter((path) => path !== archive)
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .toSorted((one, other) => other.at - one.at)
  const old = found.slice(keep - 1).map(({ path }) => path)
  for (const path of old) rmSync(path)
  return old
}
