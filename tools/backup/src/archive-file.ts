import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { DamagedArchive } from './archive-format'
import { type Keys, openArchive, writeEncrypted } from './encryption'
import { verifyArchive } from './restore'

const silent = { add: () => {}, done: () => {} }

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer)
  return digest.digest('hex')
}

/** Flushes to disk before the file gets its final name. */
async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}

/**
 * Writes an archive to a file, or with `-` to the standard output. The file gets its name only once it has been read
 * back and is whole; it is for its owner alone. Where the private key is elsewhere, what was read back is compared with
 * what was written.
 */
export async function writeArchive(
  file: string,
  write: (target: Writable) => Promise<void>,
  keys: Keys = { recipients: [] },
): Promise<void> {
  const put = (target: Writable) =>
    keys.recipients.length > 0 ? writeEncrypted(target, keys.recipients, write) : write(target)
  // By its descriptor, so that the end of the last write is known.
  if (file === '-') return void (await put(createWriteStream('', { fd: 1 })))
  const unfinished = `${file}.unfinished`
  try {
    const digest = await put(createWriteStream(unfinished, { mode: 0o600 }))
    if (!digest || keys.identity) await verifyArchive(openArchive(unfinished, keys), silent)
    else if (digest !== (await digestOf(unfinished))) throw new DamagedArchive('it was not stored as it was written')
    await sync(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
