import { createHash } from 'node:crypto'
import { DamagedArchive, type Tally } from './archive-format'

const smallest = 5

/** The consecutive documents in `bytes`, as views on it. @throws DamagedArchive */
export function* documentsIn(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.length - at < smallest ? 0 : bytes.readInt32LE(at)
    const end = at + size
    if (size < smallest || end > bytes.length || bytes[end - 1] !== 0)
      throw new DamagedArchive('a document in it is cut off')
    yield bytes.subarray(at, end)
    at = end
  }
}

const modulus = 1n << 256n

/**
 * Counts documents. The digest is the sum of their SHA-256 digests: it does not depend on their order, which a
 * restored collection need not share with the archive.
 */
export function createTally() {
  let documents = 0
  let bytes = 0
  let sum = 0n
  return {
    add(document: Uint8Array) {
      documents++
      bytes += document.length
      sum = (sum + BigInt(`0x${createHash('sha256').update(document).digest('hex')}`)) % modulus
    },
    result: (): Tally => ({ documents, bytes, digest: sum.toString(16).padStart(64, '0') }),
  }
}

export const sameTally = (one: Tally, other: Tally) =>
  one.documents === other.documents && one.bytes === other.bytes && one.digest === other.digest
