import { seconds } from '@app/contracts/durations'
import { fileIdIn } from '@app/contracts/file-url'
import type { PersonAttachment } from '@app/contracts/person-file'
import { fileBytes } from '@app/files/file-bytes'
import type { ObjectStorage } from '@app/files/object-storage'
import { type Db, type Document, ObjectId } from 'mongodb'
import type { PictureStore } from '../../website/picture-store'

const maxTimeMS = seconds(10)
/** Where files of persons are: those of records, of incoming mail and of replies. */
const buckets = ['uploads', 'inbound_files', 'reply_files'] as const
type BucketName = (typeof buckets)[number]

type Named = { bucket: BucketName; id: ObjectId; name: string; type: string }
export type ArchivedFile = PersonAttachment & { chunks: () => AsyncIterable<Uint8Array> }

/** A name that every system can unpack. */
const safeName = (name: string) => name.replace(/[^\w.() -]+/g, '_').slice(-80) || 'file'

/** Collects the files that the entries of one person name. */
export function personFiles(db: () => Db, pictures: Pick<PictureStore, 'largest'>, objects?: ObjectStorage) {
  const stores = {
    uploads: { files: () => db().collection('uploads.files'), bytes: fileBytes('uploads', db, objects) },
    inbound_files: {
      files: () => db().collection('inbound_files.files'),
      bytes: fileBytes('inbound_files', db, objects),
    },
    reply_files: { files: () => db().collection('reply_files.files'), bytes: fileBytes('reply_files', db, objects) },
  }

  /** For one person file. */
  return () => {
    const named = new Map<string, Named>()
    const photos = new Set<string>()
    const photoPath = (id: string) => `files/${id}-photo.webp`
    const add = (bucket: BucketName, id: ObjectId, name: string, type: string): string => {
      const path = `files/${id.toHexString()}-${safeName(name)}`
      named.set(path, { bucket, id, name, type })
      return path
    }

    return {
      incoming: (id: ObjectId, name: string, type: string) => add('inbound_files', id, name, type),
      reply: (id: ObjectId, name: string, type: string) => add('reply_files', id, name, type),

      /** A picture of the website. */
      picture(id: string): string {
        photos.add(id)
        return photoPath(id)
      },

      async uploaded(urls: readonly string[]) {
        const ids = urls.flatMap((url) => fileIdIn(url) ?? []).map((id) => new ObjectId(id))
        const found = await stores.uploads
          .files()
          .find({ _id: { $in: ids } }, { maxTimeMS })
          .toArray()
        return found.map(({ _id, uploadDate, metadata: { name, type } }) => ({
          name: String(name),
          type: String(type),
          at: (uploadDate as Date).toISOString(),
          path: add('uploads', _id, name, type),
        }))
      },

      /** Those that are stored. */
      async all(): Promise<ArchivedFile[]> {
        const found: ArchivedFile[] = []
        for (const bucket of buckets) {
          const own = [...named].filter(([, one]) => one.bucket === bucket)
          const _id = { $in: own.map(([, { id }]) => id) }
          const documents: Document[] = await stores[bucket].files().find({ _id }, { maxTimeMS }).toArray()
          const byId = new Map(documents.map((one) => [String(one['_id']), one]))
          for (const [path, { id, name, type }] of own) {
            const document = byId.get(id.toHexString())
            if (!document) continue
            const { length: size, chunkSize } = document as { length: number; chunkSize: number }
            const file = { _id: id, length: size, chunkSize }
            found.push({ path, name, type, size, chunks: () => stores[bucket].bytes.chunks(file) })
          }
        }
        for (const id of photos) {
          const photo = await pictures.largest(id)
          if (!photo) continue
          const { type, size, read } = photo
          const chunks = async function* () {
            yield await read()
          }
          found.push({ path: photoPath(id), name: 'photo.webp', type, size, chunks })
        }
        return found
      },
    }
  }
}

export type FileFinder = ReturnType<ReturnType<typeof personFiles>>
