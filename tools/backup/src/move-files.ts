import { minutes } from '@app/contracts/durations'
import type { ObjectStorage } from '@app/files/object-storage'
import { Binary, type Db, Int32, type ObjectId } from 'mongodb'
import { requireWhole } from './swap'

/** The buckets whose files may be in an object storage. Files to import are gone after a month. */
const buckets = ['uploads', 'inbound_files', 'reply_files', 'site_pictures']
const readAtOnce = 1024 * 1024
const writeConcern = { w: 'majority', journal: true, wtimeoutMS: minutes(1) } as const

type File = { _id: ObjectId; length: number; chunkSize: number }
type Piece = { _id: ObjectId; files_id: ObjectId; n: number; data: Binary }
export type Moved = { files: number; bytes: number; damaged: string[] }

/** The files of a bucket in the order of their ids. A cursor would end where moving takes longer than it lives. */
async function* filesIn(db: Db, bucket: string): AsyncGenerator<File> {
  const files = db.collection<File>(`${bucket}.files`)
  const projection = { length: 1, chunkSize: 1 }
  for (let after: ObjectId | undefined; ; ) {
    const page = await files
      .find(after ? { _id: { $gt: after } } : {}, { projection })
      .sort({ _id: 1 })
      .limit(200)
      .toArray()
    yield* page
    after = page.at(-1)?._id
    if (!after) return
  }
}

async function readObject(objects: ObjectStorage, key: string, length: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  for (let at = 0; at < length; at += readAtOnce) {
    const part = await objects.get(key, at, Math.min(readAtOnce, length - at))
    if (!part) return undefined
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  return bytes.length === length ? bytes : undefined
}

/** The places of the two directions. Each removes bytes in one place only after it has read them, complete, in the other. */
function placesOf(db: Db, bucket: string, objects: ObjectStorage) {
  const pieces = db.collection<Piece>(`${bucket}.chunks`)
  const keyOf = ({ _id }: File) => `${bucket}/${_id.toHexString()}`
  const hasPieces = async ({ _id }: File) =>
    (await pieces.findOne({ files_id: _id }, { projection: { _id: 1 } })) !== null
  const exists = async ({ _id }: File) =>
    (await db.collection(`${bucket}.files`).findOne({ _id }, { projection: { _id: 1 } })) !== null

  async function readPieces({ _id, length }: File): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for await (const { n, data } of pieces.find({ files_id: _id }).sort({ n: 1 })) {
      if (n !== parts.length) return undefined
      parts.push(Buffer.from(data.value()))
    }
    const bytes = Buffer.concat(parts)
    return bytes.length === length ? bytes : undefined
  }
  const removePieces = ({ _id }: File) => pieces.deleteMany({ files_id: _id }, { writeConcern })

  return {
    async toObjects(file: File): Promise<'moved' | 'there' | 'damaged'> {
      if (!(await hasPieces(file))) return 'there'
      const key = keyOf(file)
      const bytes = await readPieces(file)
      if (bytes) await objects.put(key, bytes)
      const stored = await readObject(objects, key, file.length)
      // Without all pieces, an earlier run was ended while it removed them: then the object is complete.
      if (!stored || (bytes && !stored.equals(bytes))) return (await exists(file)) ? 'damaged' : 'there'
      if (!(await exists(file))) await objects.remove(key)
      await removePieces(file)
      return 'moved'
    },

    async toDatabase(file: File): Promise<'moved' | 'there' | 'damaged'> {
      const key = keyOf(file)
      const complete = await readPieces(file)
      const bytes = complete ?? (await readObject(objects, key, file.length))
      if (!bytes) return (await exists(file)) ? 'damaged' : 'there'
      for (let n = 0; !complete && n * file.chunkSize < file.length; n++) {
        const data = new Binary(bytes.subarray(n * file.chunkSize, (n + 1) * file.chunkSize))
        const place = { files_id: file._id, n: new Int32(n) as unknown as number }
        await pieces.updateOne(place, { $set: { data } }, { upsert: true, writeConcern })
      }
      if (!(await exists(file))) await removePieces(file)
      await objects.remove(key)
      return complete ? 'there' : 'moved'
    },
  }
}

/**
 * Moves the bytes of all files to the object storage, or back, while the product runs. It can be killed at any point and run again: what
 * it moved stays moved, and a file is in at least one place all the time.
 */
export async function moveFiles(
  db: Db,
  objects: ObjectStorage,
  { to, progress }: { to: 'objects' | 'database'; progress(moved: Moved): void },
): Promise<Moved> {
  const moved: Moved = { files: 0, bytes: 0, damaged: [] }
  for (const bucket of buckets) {
    const { toObjects, toDatabase } = placesOf(db, bucket, objects)
    if (to === 'database')
      await db
        .collection(`${bucket}.chunks`)
        .createIndex({ files_id: 1, n: 1 }, { name: 'files_id_1_n_1', unique: true })
    for await (const file of filesIn(db, bucket)) {
      await requireWhole(db)
      const outcome = await (to === 'objects' ? toObjects : toDatabase)(file)
      if (outcome === 'damaged') moved.damaged.push(`${bucket}/${file._id.toHexString()}`)
      if (outcome !== 'moved') continue
      moved.files++
      moved.bytes += file.length
      progress(moved)
    }
  }
  return moved
}
