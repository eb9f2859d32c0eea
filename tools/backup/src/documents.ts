import { createHash } from 'node:crypto'
import { BSON, type Document } from 'mongodb'
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

/** The elements of a document without its values: type, place and length of the name, place and length of the value. */
const elementsOf = (document: Buffer) => BSON.onDemand.parseToElements(document)

/** The `_id` of a document with its type, in a form that can be the key of a map. */
export function idKeyOf(document: Buffer): string {
  for (const [type, nameAt, nameLength, at, length] of elementsOf(document))
    if (document.toString('latin1', nameAt, nameAt + nameLength) === '_id')
      return String.fromCharCode(type) + document.toString('latin1', at, at + length)
  throw new Error('A document has no _id')
}

/** A document of the `_id` alone. */
export function documentOfId(key: string): Buffer {
  const element = Buffer.concat([
    Buffer.from(key.slice(0, 1), 'latin1'),
    Buffer.from('_id\0'),
    Buffer.from(key.slice(1), 'latin1'),
  ])
  const document = Buffer.alloc(element.length + 5)
  document.writeInt32LE(document.length)
  element.copy(document, 4)
  return document
}

/** The `_id` as the driver takes it in a filter, with its exact type. */
export const idOf = (key: string): unknown =>
  (BSON.deserialize(documentOfId(key), { promoteValues: false }) as Document)['_id']
