import { randomBytes } from 'node:crypto'
import { days, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { UploadedFile } from '@app/contracts/tables'
import { type Descriptor, filterKind } from '@app/table-schema'
import { type Db, GridFSBucket, ObjectId } from 'mongodb'

const bucketName = 'uploads'
const maxPerUser = 200
const maxTimeMS = seconds(2)
/** A file without a record is kept this long: the record may not be saved yet. */
const unusedFor = days(1)

type Metadata = { name: string; type: string; user_id: string }
type New = { name: string; type: string; bytes: Buffer; userId: string }

const fileUrl = (id: ObjectId) => `/api/files/${id.toHexString()}`

/** Uploaded files, stored in the database under random names. */
export function fileStore(db: () => Db, now = () => new Date()) {
  const bucket = () => new GridFSBucket(db(), { bucketName })
  const files = () => db().collection<{ uploadDate: Date; length: number; metadata: Metadata }>(`${bucketName}.files`)

  /** The addresses of files that a table refers to, in its records or in those in the trash. */
  async function referredTo({ name, properties }: Descriptor): Promise<unknown[]> {
    const fields = Object.entries(properties).flatMap(([field, about]) => (filterKind(about) === 'text' ? [field] : []))
    const live = fields.map((field) =>
      db()
        .collection(name)
        .distinct(field, { [field]: /^\/api\/files\// }),
    )
    const deleted = fields.map((field) => db().collection('trash').distinct(`record.${field}`, { table: name }))
    return (await Promise.all([...live, ...deleted])).flat()
  }

  return {
    prepare: () => files().createIndex({ 'metadata.user_id': 1 }, { name: 'owner' }),

    /** @throws AppError `conflict` when the user has reached the maximum */
    async add({ name, type, bytes, userId }: New): Promise<UploadedFile> {
      if ((await files().countDocuments({ 'metadata.user_id': userId }, { maxTimeMS })) >= maxPerUser)
        throw new AppError('conflict', `You have uploaded ${maxPerUser} files. Remove some from their records first.`)
      const id = new ObjectId(randomBytes(12))
      const upload = bucket().openUploadStreamWithId(id, randomBytes(16).toString('hex'), {
        metadata: { name, type, user_id: userId } satisfies Metadata,
      })
      try {
        await new Promise<void>((done, fail) => {
          upload.once('finish', done).once('error', fail)
          upload.end(bytes)
        })
      } catch (error) {
        await upload.abort().catch(() => {})
        throw error
      }
      return { id: id.toHexString(), url: fileUrl(id), name, size: bytes.length, type }
    },

    async open(id: string) {
      const _id = new ObjectId(id)
      const file = await files().findOne({ _id }, { maxTimeMS })
      if (!file) return undefined
      const { name, type } = file.metadata
      return { name, type, size: file.length, chunks: (): AsyncIterable<Buffer> => bucket().openDownloadStream(_id) }
    },

    /** Removes files that no record of these tables, live or deleted, has referred to for a day. Returns how many. */
    async sweep(tables: readonly Descriptor[]): Promise<number> {
      const due = new Date(now().getTime() - unusedFor)
      const old = await files()
        .find({ uploadDate: { $lt: due } })
        .toArray()
      const used = new Set((await Promise.all(tables.map(referredTo))).flat())
      const unused = old.filter(({ _id }) => !used.has(fileUrl(_id)))
      for (const { _id } of unused) await bucket().delete(_id)
      return unused.length
    },
  }
}

export type FileStore = ReturnType<typeof fileStore>
