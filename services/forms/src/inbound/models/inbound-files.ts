import { hours, seconds } from '@app/contracts/durations'
import { storeFile } from '@app/mongo'
import { type Db, GridFSBucket, ObjectId } from 'mongodb'

const bucketName = 'inbound_files'
const maxTimeMS = seconds(2)

type Metadata = { mail: ObjectId; kind: 'raw' | 'attachment' }
type StoredFile = { _id: ObjectId; uploadDate: Date; length: number; metadata: Metadata }

/** Raw mails and their attachments. */
export function inboundFiles(db: () => Db) {
  const bucket = () => new GridFSBucket(db(), { bucketName })
  const files = () => db().collection<StoredFile>(`${bucketName}.files`)
  const removeAll = async (ids: readonly ObjectId[]) => {
    for (const id of ids) await bucket().delete(id).catch(ignoreMissing)
  }

  return {
    prepare: () => files().createIndex({ 'metadata.mail': 1 }, { name: 'mail' }),

    /** Resolves once it is stored on a majority of the servers. */
    async add(bytes: Uint8Array, metadata: Metadata): Promise<ObjectId> {
      const id = new ObjectId()
      await storeFile(bucket().openUploadStreamWithId(id, id.toHexString(), { metadata }), bytes)
      return id
    },

    /** @param size of the file: its pieces are not kept until all are there */
    async read(id: ObjectId, size: number): Promise<Buffer> {
      const bytes = Buffer.allocUnsafeSlow(size)
      let length = 0
      for await (const part of bucket().openDownloadStream(id)) length += (part as Buffer).copy(bytes, length)
      if (length !== size) throw new Error(`A stored mail has ${length} of ${size} bytes`)
      return bytes
    },

    chunks: (id: ObjectId): AsyncIterable<Buffer> => bucket().openDownloadStream(id),

    remove: (id: ObjectId) => removeAll([id]),

    async removeOf(mails: readonly ObjectId[], kinds: readonly Metadata['kind'][] = ['raw', 'attachment']) {
      const found = await files()
        .find(
          { 'metadata.mail': { $in: [...mails] }, 'metadata.kind': { $in: [...kinds] } },
          { projection: { _id: 1 }, maxTimeMS },
        )
        .toArray()
      await removeAll(found.map(({ _id }) => _id))
    },

    /** Files that a crash left without a mail. Resolves with their number. */
    async sweep(mailsOf: (mails: readonly ObjectId[]) => Promise<ReadonlySet<string>>, now = Date.now()) {
      const old = await files()
        .find(
          { uploadDate: { $lt: new Date(now - hours(1)), $gt: new Date(now - hours(48)) } },
          { projection: { metadata: 1 }, maxTimeMS },
        )
        .limit(1_000)
        .toArray()
      const known = await mailsOf(old.map(({ metadata }) => metadata.mail))
      const left = old.filter(({ metadata }) => !known.has(metadata.mail.toHexString()))
      await removeAll(left.map(({ _id }) => _id))
      return left.length
    },
  }
}

/** The driver says so when there is no such file: it was removed before. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && /File not found/i.test(error.message))) throw error
}

export type InboundFiles = ReturnType<typeof inboundFiles>
