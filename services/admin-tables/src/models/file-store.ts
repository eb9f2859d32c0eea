import { randomBytes } from 'node:crypto'
import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { UploadedFile } from '@app/contracts/tables'
import { type Db, GridFSBucket, ObjectId } from 'mongodb'

export const bucketName = 'uploads'
const maxPerUser = 200
const maxTimeMS = seconds(2)

export type Metadata = {
  name: string
  type: string
  user_id: string
  /** Since when nothing has referred to the file, as far as a sweep saw (file-sweep.ts). */
  unused_since?: Date
  /** Since when it is in the trash. */
  trashed_at?: Date
}
type New = { name: string; type: string; bytes: Buffer; userId: string }

export const fileUrl = (id: ObjectId) => `/api/files/${id.toHexString()}`

/** Uploaded files, stored in the database under random names. */
export function fileStore(db: () => Db) {
  const bucket = () => new GridFSBucket(db(), { bucketName })
  const files = () => db().collection<{ uploadDate: Date; length: number; metadata: Metadata }>(`${bucketName}.files`)

  return {
    prepare: () => files().createIndex({ 'metadata.user_id': 1 }, { name: 'owner' }),

    /** @throws AppError `conflict` when the user has reached the maximum */
    async add({ name, type, bytes, userId }: New): Promise<UploadedFile> {
      const own = { 'metadata.user_id': userId, 'metadata.trashed_at': { $exists: false } }
      if ((await files().countDocuments(own, { maxTimeMS })) >= maxPerUser)
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

    /** A file that is opened is in use, wherever its address stands: it leaves the trash. */
    async open(id: string) {
      const _id = new ObjectId(id)
      const file = await files().findOne({ _id }, { maxTimeMS })
      if (!file) return undefined
      if (file.metadata.unused_since)
        await files().updateOne({ _id }, { $unset: { 'metadata.unused_since': '', 'metadata.trashed_at': '' } })
      const { name, type } = file.metadata
      return { name, type, size: file.length, chunks: (): AsyncIterable<Buffer> => bucket().openDownloadStream(_id) }
    },
  }
}

export type FileStore = ReturnType<typeof fileStore>
