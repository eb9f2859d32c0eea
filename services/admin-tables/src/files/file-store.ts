import { randomBytes } from 'node:crypto'
import { seconds } from '@app/contracts/durations'
import { conflict } from '@app/contracts/errors'
import { fileIdIn, fileUrl } from '@app/contracts/file-url'
import type { UploadedFile } from '@app/contracts/tables'
import { fileBytes } from '@app/files/file-bytes'
import type { ObjectStorage } from '@app/files/object-storage'
import { mayUse, type User } from '@app/session'
import { fileFields, type TableSchema } from '@app/table-schema'
import { type Db, ObjectId } from 'mongodb'
import type { TableSchemaStore } from '../tables/table-schema-store'

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

/** Where the bytes of uploaded files are. */
export const uploadedBytes = (db: () => Db, objects?: ObjectStorage) => fileBytes(bucketName, db, objects)

type Stored = { uploadDate: Date; length: number; chunkSize: number; metadata: Metadata }

/** Uploaded files under random names. */
export function fileStore(db: () => Db, bytes = uploadedBytes(db)) {
  const files = () => db().collection<Stored>(`${bucketName}.files`)

  return {
    async prepare(): Promise<void> {
      await files().createIndex({ 'metadata.user_id': 1 }, { name: 'owner' })
      await bytes.prepare()
    },

    /** @throws AppError `conflict` when the user has reached the maximum */
    async add({ name, type, bytes: content, userId }: New): Promise<UploadedFile> {
      const own = { 'metadata.user_id': userId, 'metadata.trashed_at': { $exists: false } }
      if ((await files().countDocuments(own, { maxTimeMS })) >= maxPerUser)
        throw conflict(`You have uploaded ${maxPerUser} files. Remove some from their records first.`)
      const id = new ObjectId(randomBytes(12))
      const metadata: Metadata = { name, type, user_id: userId }
      await bytes.add({ id, filename: randomBytes(16).toString('hex'), bytes: content, metadata })
      return { id: id.toHexString(), url: fileUrl(id.toHexString()), name, size: content.length, type }
    },

    /** Changes nothing: a file that is about to be removed is not kept by those who look at it. */
    async open(id: string) {
      const _id = new ObjectId(id)
      const file = await files().findOne({ _id }, { maxTimeMS })
      if (!file) return undefined
      const { name, type } = file.metadata
      return {
        url: fileUrl(id),
        userId: file.metadata.user_id,
        name,
        type,
        size: file.length,
        chunks: () => bytes.open(file),
      }
    },

    /** The user who uploaded the file of an address; `undefined` when there is none. */
    async uploaderOf(url: string): Promise<string | undefined> {
      const id = fileIdIn(url)
      const file = id && (await files().findOne({ _id: new ObjectId(id) }, { maxTimeMS }))
      return file ? file.metadata.user_id : undefined
    },

    /** True if a record of these tables, live or in the trash, has this file. */
    async isUsed(url: string, tables: readonly TableSchema[]): Promise<boolean> {
      const found = await Promise.all(
        tables.map(async (table) => {
          const fields = fileFields(table)
          if (fields.length === 0) return null
          const options = { projection: { _id: 1 }, maxTimeMS }
          const live = { $or: fields.map((field) => ({ [field]: url })) }
          const deleted = { table: table.name, $or: fields.map((field) => ({ [`record.${field}`]: url })) }
          return (
            (await db().collection(table.name).findOne(live, options)) ??
            (await db().collection('trash').findOne(deleted, options))
          )
        }),
      )
      return found.some((one) => one !== null)
    },
  }
}

export type FileStore = ReturnType<typeof fileStore>

/** True if this user may put the address of a file into a record of the table. */
export async function mayUseFile(
  files: Pick<FileStore, 'uploaderOf' | 'isUsed'>,
  userId: string,
  schema: TableSchema,
  url: string,
): Promise<boolean> {
  const uploader = await files.uploaderOf(url)
  return uploader !== undefined && (uploader === userId || files.isUsed(url, [schema]))
}

type Deps = {
  tables: Pick<TableSchemaStore, 'all'>
  files: Pick<FileStore, 'isUsed'>
}

/** Rights to upload and open files: the right on a table applies to the files of its records. */
export const fileRights = ({ tables, files }: Deps) => ({
  /** Staff may upload when they may edit a table that has files. */
  async mayUpload(user: User): Promise<boolean> {
    if (user.role === 'admin') return true
    const all = await tables.all()
    return all.some((table) => fileFields(table).length > 0 && mayUse(user, table.name, 'edit'))
  },

  /** Staff may open the files of records that they may see, and their own uploads until a record refers to them. */
  async mayOpen(user: User, file: { url: string; userId: string }): Promise<boolean> {
    if (user.role === 'admin') return true
    const all = await tables.all()
    const seen = all.filter(({ name }) => mayUse(user, name, 'view'))
    if (await files.isUsed(file.url, seen)) return true
    return file.userId === user.id && !(await files.isUsed(file.url, all))
  },
})
