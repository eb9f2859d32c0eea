import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const libraries = '/usr/lib'
const library = existsSync(libraries)
  ? readdirSync(libraries)
      .map((machine) => join(libraries, machine, 'faketime', 'libfaketimeMT.so.1'))
      .find((file) => existsSync(file))
  : undefined

export const canShiftClocks = library !== undefined

/** A clock for processes started with `env`. `move` takes offsets of libfaketime: `+1h`, `-300s`, `+0`. */
export function createShiftedClock() {
  const folder = mkdtempSync(join(tmpdir(), 'archery-clock-'))
  const file = join(folder, 'offset')
  const move = (offset: string) => writeFileSync(file, `${offset}\n`)
  move('+0')
  return {
    env: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    move,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
