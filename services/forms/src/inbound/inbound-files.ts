import { hours, seconds } from '@app/contracts/durations'
import { fileBytes } from '@app/files/file-bytes'
import type { ObjectStorage } from '@app/files/object-storage'
import { type Db, ObjectId } from 'mongodb'

const bucketName = 'inbound_files'
const maxTimeMS = seconds(2)
/** Larger files are read piece by piece. */
const maxSmallBytes = 1024 * 1024

type Metadata = { mail: ObjectId; kind: 'raw' | 'attachment' }
type StoredFile = { _id: ObjectId; uploadDate: Date; length: number; chunkSize: number; metadata: Metadata }

/** Raw mails and their attachments. */
export function inboundFiles(db: () => Db, objects?: ObjectStorage) {
  const files = () => db().collection<StoredFile>(`${bucketName}.files`)
  const pieces = () => db().collection(`${bucketName}.chunks`)
  const stored = fileBytes(bucketName, db, objects)

  return {
    async prepare(): Promise<void> {
      await files().createIndex({ 'metadata.mail': 1 }, { name: 'mail' })
      await pieces().createIndex({ files_id: 1, n: 1 }, { name: 'files_id_1_n_1', unique: true })
    },

    /** Resolves with their ids, in order, once they are stored on a majority of the servers. */
    async add(given: readonly { bytes: Uint8Array; metadata: Metadata }[]): Promise<ObjectId[]> {
      const added = given.map((file) => ({ ...file, id: new ObjectId() }))
      await stored.addMany(added.map((file) => ({ ...file, filename: file.id.toHexString() })))
      return added.map(({ id }) => id)
    },

    /** The bytes of files, by their ids as hex. A file of which not all pieces are there is left out. */
    async read(given: readonly { id: ObjectId; length: number }[]): Promise<ReadonlyMap<string, Buffer>> {
      const isSmall = ({ length }: { length: number }) => length <= maxSmallBytes
      const read = await stored.readMany(given.filter(isSmall))
      for (const { id, length } of given.filter((file) => !isSmall(file))) {
        // Its pieces are copied to their place as they come: it is in memory once.
        const bytes = Buffer.allocUnsafeSlow(length)
        let at = 0
        for await (const part of stored.chunksOf(id, length)) at += part.copy(bytes, at)
        if (at === length) read.set(id.toHexString(), bytes)
      }
      return read
    },

    chunks: stored.chunksById,

    remove: stored.remove,

    /** Removes attachments of a mail that an interrupted attempt has left: all but `kept`. */
    async removeOthers(mail: ObjectId, kept: readonly ObjectId[]) {
      const left = { 'metadata.mail': mail, 'metadata.kind': 'attachment' as const, _id: { $nin: [...kept] } }
      await stored.remove(await files().distinct('_id', left, { maxTimeMS }))
    },

    async removeOf(mails: readonly ObjectId[]) {
      await stored.remove(await files().distinct('_id', { 'metadata.mail': { $in: [...mails] } }, { maxTimeMS }))
    },

    /** Files that a crash left, and that no mail names. Resolves with their number. */
    async sweep(filesOf: (mails: readonly ObjectId[]) => Promise<ReadonlySet<string>>, now = Date.now()) {
      const old = await files()
        .find(
          { uploadDate: { $lt: new Date(now - hours(1)), $gt: new Date(now - hours(48)) } },
          { projection: { metadata: 1 }, maxTimeMS },
        )
        .limit(1_000)
        .toArray()
      const named = await filesOf(old.map(({ metadata }) => metadata.mail))
      const left = old.filter(({ _id }) => !named.has(_id.toHexString()))
      await stored.remove(left.map(({ _id }) => _id))
      return left.length
    },

    /** Removes objects that belong to no file. */
    sweepObjects: () => stored.sweep(),
  }
}

export type InboundFiles = ReturnType<typeof inboundFiles>
