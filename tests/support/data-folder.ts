import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enough = 8 * 2 ** 30

function inMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enough
  } catch {
    return false
  }
}

/**
 * A new folder for the data of a product under test, in memory where the machine has plenty. Databases wait for the disk at
 * each write, which took most of the time of the tests; a killed process loses no more in memory than on a disk.
 */
export const dataFolder = (name: string) => mkdtempSync(join(inMemory() ? memory : tmpdir(), `archery-${name}-`))
