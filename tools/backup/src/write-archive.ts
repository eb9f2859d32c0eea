import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { names, partBytes, sha256 } from './archive-format'
import { giveBackMemory } from './raw-documents'
import type { Signer } from './signing'

/** Writes entries one after the other; each is in memory only until the target has taken it. */
export function archiveWriter(target: Writable, sign?: Signer) {
  const tar = pack()
  const written = pipeline(tar, createGzip(), target)
  // A failed write is reported by the next wait, below.
  written.catch(() => {})
  const sums: string[] = []

  async function put(name: string, bytes: Buffer): Promise<void> {
    const taken = new Promise<void>((done, fail) => {
      const entry = tar.entry({ name, size: bytes.length, mode: 0o600 }, (error) => (error ? fail(error) : done()))
      entry.end(bytes)
    })
    await Promise.race([taken, written])
  }

  return {
    async add(name: string, bytes: Buffer): Promise<void> {
      sums.push(`${sha256(bytes)}  ${name}\n`)
      await put(name, bytes)
    },
    /** Adds the sums of all entries, signs them, and waits until everything is written. */
    async close(): Promise<void> {
      const all = Buffer.from(sums.join(''))
      await put(names.sums, all)
      if (sign) await put(names.signature, sign(all))
      tar.finalize()
      await written
    },
    /** Gives up; the target is destroyed. */
    async abandon(): Promise<void> {
      tar.destroy()
      await written.catch(() => {})
    },
  }
}

/** Collects documents into entries of a limited size. `nameOf` names an entry by its number. */
export function partWriter(archive: Pick<ReturnType<typeof archiveWriter>, 'add'>, nameOf: (number: number) => string) {
  let number = 0
  let held: Buffer[] = []
  let heldBytes = 0
  async function flush(): Promise<void> {
    if (heldBytes > 0) await archive.add(nameOf(++number), Buffer.concat(held, heldBytes))
    // Collecting takes longer than an entry of a few documents does.
    if (heldBytes >= partBytes) giveBackMemory()
    held = []
    heldBytes = 0
  }
  return {
    async add(document: Buffer): Promise<void> {
      held.push(document)
      heldBytes += document.length
      if (heldBytes >= partBytes) await flush()
    },
    flush,
  }
}
