import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, rmSync, writeSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { DamagedArchive } from './archive-format'
import { type Keys, openArchive, writeEncrypted } from './encryption'
import { silent } from './messages'
import { verifyArchive } from './restore'

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

const readerPauseMs = 5

/** The pipe of a container's output may not block; a file stream fails there as soon as its reader is slower. */
async function writeOut(bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(1, bytes, written)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      await Bun.sleep(readerPauseMs)
    }
  }
}

/** The standard output; what it has taken has left the process. */
const standardOutput = () =>
  new Writable({ write: (bytes, _encoding, done) => void writeOut(bytes).then(() => done(), done) })

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
  if (file === '-') return void (await put(standardOutput()))
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
