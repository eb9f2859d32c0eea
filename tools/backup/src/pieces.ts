import { createHash } from 'node:crypto'
import type { ObjectStorage } from '@app/files/object-storage'
import { Binary, BSON, type Db, Int32, ObjectId } from 'mongodb'
import { isSetAside, prefixes } from './staging'

export type Elsewhere = {
  objects?: ObjectStorage | undefined
  /** Receives the name of a file whose bytes are nowhere. */
  missing(file: string): void
}

const ending = '.chunks'
export const holdsPieces = (name: string) => name.endsWith(ending)

/** The folder of a bucket in the object storage, also for what a restore set aside. */
function folderOf(pieces: string): string {
  const bucket = pieces.slice(0, -ending.length)
  const prefix = isSetAside(bucket) ? Object.values(prefixes).find((one) => bucket.startsWith(one)) : ''
  return bucket.slice(prefix?.length ?? 0)
}

/** The same for the same piece, so that a journal does not write it again. */
const idOfPiece = (place: string) => new ObjectId(createHash('sha256').update(place).digest().subarray(0, 12))

/** A piece of an object as GridFS would hold it. */
const pieceOf = (place: string, files_id: ObjectId, n: number, bytes: Buffer) =>
  Buffer.from(BSON.serialize({ _id: idOfPiece(place), files_id, n: new Int32(n), data: new Binary(bytes) }))

/**
 * The pieces of files that an object storage holds, in the form GridFS gives them: an archive so holds every file, and a restore needs no
 * object storage. Pieces that the database was seen to have are left out, so a file that is moved meanwhile is there once.
 */
export function piecesElsewhere(db: Db, pieces: string, { objects, missing }: Elsewhere) {
  const seen = new Set<string>()
  const folder = folderOf(pieces)
  const files = db.collection<{ length: number; chunkSize: number }>(`${pieces.slice(0, -ending.length)}.files`)

  async function read(id: ObjectId, from: number, length: number): Promise<Buffer | undefined> {
    const bytes = await objects?.get(`${folder}/${id.toHexString()}`, from, length)
    if (bytes?.length === length) return bytes
    // Removed in the meantime, or lost.
    if (await files.findOne({ _id: id }, { projection: { _id: 1 } })) missing(`${folder}/${id.toHexString()}`)
    return undefined
  }

  return {
    /** Notes a piece that the database holds, or one with its `_id`, `files_id` and `n` alone. */
    note(document: Buffer): void {
      const { files_id, n } = BSON.deserialize(document)
      seen.add(`${files_id}:${n}`)
    },

    /** @param isKnown whether a piece of this `_id` need not be read */
    async *all(isKnown: (id: ObjectId) => boolean = () => false): AsyncGenerator<{ id: ObjectId; document?: Buffer }> {
      for await (const { _id, length, chunkSize } of files.find({}, { projection: { length: 1, chunkSize: 1 } })) {
        for (let n = 0; n * chunkSize < length; n++) {
          const place = `${_id}:${n}`
          if (seen.has(place)) continue
          const id = idOfPiece(place)
          if (isKnown(id)) {
            yield { id }
            continue
          }
          const from = n * chunkSize
          const bytes = await read(_id, from, Math.min(chunkSize, length - from))
          if (!bytes) break
          yield { id, document: pieceOf(place, _id, n, bytes) }
        }
      }
    },
  }
}
