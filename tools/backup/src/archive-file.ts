import { createReadStream, createWriteStream, type ReadStream, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { verifyArchive } from './restore'

export const openArchive = (file: string): ReadStream => createReadStream(file)

const silent = { add: () => {}, done: () => {} }

/** Puts on the disk what was written, before the name promises that it is there. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

/**
 * Writes an archive to a file, or with `-` to the standard output. The file gets its name only once it has been read
 * back and is whole; it is for its owner alone, for it holds everything.
 */
export async function writeArchive(file: string, write: (target: Writable) => Promise<void>): Promise<void> {
  // By its number: it is known then when the last byte has left.
  if (file === '-') return write(createWriteStream('', { fd: 1 }))
  const unfinished = `${file}.unfinished`
  try {
    await write(createWriteStream(unfinished, { mode: 0o600 }))
    await verifyArchive(openArchive(unfinished), silent)
    await sync(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
