import { minutes, seconds } from '@app/contracts/durations'
import { storeFile } from '@app/mongo'
import { Binary, type Db, type Document, GridFSBucket, ObjectId } from 'mongodb'
import type { ObjectStorage } from './object-storage'

const maxTimeMS = seconds(2)
/** The size of GridFS's pieces, and of requests to an object storage. */
const pieceBytes = 255 * 1024
const requestedBytes = 4 * pieceBytes
/** Larger files are written piece by piece, one at a time. */
const maxSmallBytes = 1024 * 1024
/** Written by one command: the driver copies what it sends. */
const writtenBytes = 4 * 1024 * 1024
const maxConcurrent = 8
const writeConcern = { w: 'majority', journal: true, wtimeoutMS: minutes(1) } as const

type FileEntry = { _id: ObjectId; length: number; chunkSize: number; filename?: string }
export type Piece = { _id: ObjectId; files_id: ObjectId; n: number; data: Binary }

type NewFile = { id: ObjectId; filename: string; bytes: Uint8Array; metadata: Document }

export const keyOf = (name: string, id: ObjectId) => `${name}/${id.toHexString()}`

/** The first bytes of a stream. */
async function collected(chunks: AsyncIterable<Uint8Array>, length: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let held = 0
  for await (const part of chunks) {
    parts.push(part)
    held += part.length
    if (held >= length) break
  }
  return Buffer.concat(parts).subarray(0, length)
}

/** Consecutive items of at most `maxBytes` each, or of one item. */
function* slices<Item>(items: readonly Item[], bytesOf: (item: Item) => number, maxBytes: number): Generator<Item[]> {
  let slice: Item[] = []
  let bytes = 0
  for (const item of items) {
    if (slice.length > 0 && bytes + bytesOf(item) > maxBytes) {
      yield slice
      slice = []
      bytes = 0
    }
    slice.push(item)
    bytes += bytesOf(item)
  }
  if (slice.length > 0) yield slice
}

/**
 * The bytes of files whose entries are in the database: in GridFS, or in an object storage. A file may be in either: its pieces
 * in the database come first, so files can be moved while they are read.
 *
 * @param name of the bucket, and of the folder in the object storage
 * @param objects where new files are stored, if not in the database
 */
export function fileBytes(name: string, db: () => Db, objects?: ObjectStorage) {
  const bucket = () => new GridFSBucket(db(), { bucketName: name })
  const files = () => db().collection(`${name}.files`)
  const pieces = () => db().collection(`${name}.chunks`)

  const entryOf = ({ id: _id, filename, bytes: { length }, metadata }: NewFile) => {
    return { _id, length, chunkSize: pieceBytes, uploadDate: new Date(), filename, metadata }
  }

  async function addToObjects(storage: ObjectStorage, file: NewFile): Promise<void> {
    await storage.put(keyOf(name, file.id), file.bytes)
    await files().insertOne(entryOf(file), { writeConcern })
  }

  async function addToDatabase({ id, filename, bytes, metadata }: NewFile): Promise<void> {
    await storeFile(bucket().openUploadStreamWithId(id, filename, { metadata }), bytes)
  }

  const piecesOf = ({ id, bytes }: NewFile) =>
    Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, n) => ({
      _id: new ObjectId(),
      files_id: id,
      n,
      data: new Binary(bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes)),
    }))

  /** Entries first: what a crash leaves has one, by which a sweep finds it. */
  async function addManyToDatabase(small: readonly NewFile[]): Promise<void> {
    const options = { ordered: false, writeConcern } as const
    await files().insertMany(small.map(entryOf), options)
    for (const slice of slices(small.flatMap(piecesOf), ({ data }) => data.length(), writtenBytes))
      await pieces().insertMany(slice, options)
  }

  async function* eachPiece(
    storage: ObjectStorage,
    { _id, length, chunkSize }: FileEntry,
    from = 0,
  ): AsyncGenerator<Buffer> {
    for (let at = from; at < length; ) {
      const piece =
        at % chunkSize === 0 && (await pieces().findOne({ files_id: _id, n: at / chunkSize }, { maxTimeMS }))
      const bytes = piece
        ? Buffer.from((piece as unknown as Piece).data.value())
        : await storage.get(keyOf(name, _id), at, requestedBytes)
      if (!bytes?.length) throw new Error(`The bytes of the file ${keyOf(name, _id)} are not where they should be`)
      at += bytes.length
      yield bytes
    }
  }

  /** Idempotent. */
  async function removeBytes(ids: readonly ObjectId[]): Promise<void> {
    for (const id of objects ? ids : []) await objects?.remove(keyOf(name, id))
    await pieces().deleteMany({ files_id: { $in: [...ids] } })
  }

  const chunks = (file: FileEntry): AsyncIterable<Buffer> =>
    objects ? eachPiece(objects, file) : bucket().openDownloadStream(file._id)

  return {
    /** The index that GridFS makes with its first file: a backup holds files of an object storage as if they were in GridFS. */
    prepare: async () =>
      void (objects && (await pieces().createIndex({ files_id: 1, n: 1 }, { name: 'files_id_1_n_1', unique: true }))),

    /** Resolves once the file is stored on a majority of the servers. */
    add: (file: NewFile): Promise<void> => (objects ? addToObjects(objects, file) : addToDatabase(file)),

    /** Stores many files, the small ones by few commands. The index of the pieces must exist. Resolves like `add`. */
    async addMany(given: readonly NewFile[]): Promise<void> {
      const isSmall = ({ bytes }: NewFile) => !objects && bytes.length <= maxSmallBytes
      const small = given.filter(isSmall)
      if (small.length > 0) await addManyToDatabase(small)
      const large = given.filter((file) => !isSmall(file))
      const atOnce = objects ? maxConcurrent : 1
      for (let at = 0; at < large.length; at += atOnce)
        await Promise.all(large.slice(at, at + atOnce).map((file) => this.add(file)))
    },

    /** The bytes of many small files, by their ids as hex. A file that is not complete is left out. */
    async readMany(given: readonly { id: ObjectId; length: number }[]): Promise<Map<string, Buffer>> {
      const parts = new Map<string, Buffer[]>()
      const take = (id: ObjectId, part: Buffer) => {
        const key = id.toHexString()
        parts.set(key, [...(parts.get(key) ?? []), part])
      }
      if (objects)
        for (let at = 0; at < given.length; at += maxConcurrent)
          await Promise.all(
            given.slice(at, at + maxConcurrent).map(async ({ id, length }) => {
              for await (const part of this.chunksOf(id, length)) take(id, part)
            }),
          )
      else {
        const filter = { files_id: { $in: given.map(({ id }) => id) } }
        for await (const { files_id, data } of pieces().find(filter, { sort: { files_id: 1, n: 1 }, maxTimeMS }))
          take(files_id as ObjectId, Buffer.from((data as Binary).value()))
      }
      const read = given.map(({ id, length }) => {
        const [first = Buffer.alloc(0), ...rest] = parts.get(id.toHexString()) ?? []
        return { id: id.toHexString(), bytes: rest.length > 0 ? Buffer.concat([first, ...rest]) : first, length }
      })
      return new Map(read.flatMap(({ id, bytes, length }) => (bytes.length === length ? [[id, bytes]] : [])))
    },

    chunks,

    /** The same of the file with this id. @throws Error when there is none */
    async *chunksById(_id: ObjectId): AsyncGenerator<Buffer> {
      const file = await files().findOne<FileEntry>({ _id }, { maxTimeMS })
      if (!file) throw new Error(`There is no file ${keyOf(name, _id)}`)
      yield* chunks(file)
    },

    /** The same of a file whose length is known: its entry is not read. */
    async *chunksOf(id: ObjectId, length: number): AsyncGenerator<Buffer> {
      if (objects) return yield* eachPiece(objects, { _id: id, length, chunkSize: pieceBytes })
      for await (const { data } of pieces().find({ files_id: id }, { sort: { n: 1 }, maxTimeMS }))
        yield Buffer.from((data as Binary).value())
    },

    /** The same, once the first bytes are there. @throws AppError `unavailable` when the object storage is */
    async open(file: FileEntry): Promise<AsyncIterable<Buffer>> {
      if (!objects) return bucket().openDownloadStream(file._id)
      const rest = eachPiece(objects, file)
      const first = await rest.next()
      return (async function* () {
        if (!first.done) yield first.value
        yield* rest
      })()
    },

    /** The bytes from `from` to before `to`. @throws AppError `unavailable` when the object storage is */
    async read(file: FileEntry, from: number, to: number): Promise<Buffer> {
      if (!objects) return collected(bucket().openDownloadStream(file._id, { start: from, end: to }), to - from)
      // Pieces in the database begin at multiples of their size.
      const start = from - (from % file.chunkSize)
      return (await collected(eachPiece(objects, file, start), to - start)).subarray(from - start)
    },

    removeBytes,

    /** Bytes first: what could not be removed is found again. */
    async remove(ids: readonly ObjectId[]): Promise<void> {
      await removeBytes(ids)
      await files().deleteMany({ _id: { $in: [...ids] } })
    },

    /** Removes objects that belong to no file. */
    async sweep(now = Date.now()): Promise<{ removed: number; kept: number }> {
      if (!objects) return { removed: 0, kept: 0 }
      return objects.sweep(
        name,
        async (names) => {
          const ids = names.filter((one) => ObjectId.isValid(one)).map((one) => new ObjectId(one))
          const found = await files()
            .find({ _id: { $in: ids } }, { projection: { _id: 1 }, maxTimeMS })
            .toArray()
          return new Set(found.map(({ _id }) => (_id as ObjectId).toHexString()))
        },
        now,
      )
    },
  }
}

export type FileBytes = ReturnType<typeof fileBytes>

type SweepLog = Record<'info' | 'error', (facts: object, text: string) => void>

/** Says what a sweep of objects has removed, and what it did not dare to. */
export function logSwept(log: SweepLog, { removed, kept }: { removed: number; kept: number }): void {
  if (removed > 0) log.info({ removed }, 'orphaned objects swept')
  if (kept > 0) log.error({ kept }, 'orphaned objects kept: most objects belong to no file, is this the right bucket?')
}
