import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounting needs root. */
export const canMountDisks = process.getuid?.() === 0

/** Mounts a small tmpfs, in `at` or in a new folder. */
export function startSmallDisk(megabytes: number, at?: string) {
  const folder = at ?? mkdtempSync(join(tmpdir(), 'archery-disk-'))
  mkdirSync(folder, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Uses up the remaining space. */
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (const part of [Buffer.alloc(1 << 20), Buffer.alloc(1 << 12)]) {
          try {
            for (;;) writeSync(file, part)
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          }
        }
      } finally {
        closeSync(file)
      }
    },
    /** Frees the space again. */
    empty: () => truncateSync(ballast, 0),
    remove() {
      execFileSync('umount', [folder])
      if (!at) rmSync(folder, { recursive: true })
    },
  }
}
