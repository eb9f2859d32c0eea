import { days, hours, seconds } from '@app/contracts/durations'
import { inquiryTable } from '@app/contracts/inquiries'
import { aboutPerson } from '@app/contracts/person-file'
import type { ReplyFile } from '@app/contracts/replies'
import { fileBytes } from '@app/files/file-bytes'
import type { ObjectStorage } from '@app/files/object-storage'
import { type Db, ObjectId } from 'mongodb'
import type { StoredReplyFile, Submission } from '../inquiries/submission-document'

const bucketName = 'reply_files'
const maxTimeMS = seconds(2)
/** A draft that holds a file may be saved a moment after it. An inquiry may be in the trash for 30 days. */
const unusedFor = { ofInquiry: hours(48), ofNone: days(31) } as const
const sweepSize = 500

/** Whose inquiry it is for, for an erasure, and since when a sweep has found it unused. */
type Metadata = { inquiry: ObjectId; email: string; name: string; type: string; unused_at?: Date }
type StoredFile = { _id: ObjectId; uploadDate: Date; length: number; chunkSize: number; metadata: Metadata }

/** Files that staff upload for replies. They live as long as a reply or a draft of their inquiry holds them. */
export function replyFiles(db: () => Db, objects?: ObjectStorage, now = () => new Date()) {
  const files = () => db().collection<StoredFile>(`${bucketName}.files`)
  const stored = fileBytes(bucketName, db, objects)
  const inquiries = () => db().collection<Submission>(inquiryTable)
  const idsOf = (found: readonly Pick<StoredFile, '_id'>[]) => found.map(({ _id }) => _id)

  /** The files of these inquiries that replies and drafts hold, by inquiry. */
  async function used(ids: readonly ObjectId[]): Promise<Map<string, ReadonlySet<string>>> {
    const found = await inquiries()
      .find(
        { _id: { $in: [...ids] } },
        { projection: { 'replies.files': 1, 'reply_drafts.files': 1 }, maxTimeMS: seconds(10) },
      )
      .toArray()
    const held = ({ replies = [], reply_drafts: drafts = [] }: Submission) =>
      [...replies, ...drafts].flatMap((one) => one.files ?? []).map(({ file }) => file.toHexString())
    return new Map(found.map((one) => [one._id.toHexString(), new Set(held(one as Submission))]))
  }

  return {
    /** @param size of the file: its pieces are not kept until all are there */
    async read(id: ObjectId, size: number): Promise<Buffer> {
      const bytes = Buffer.allocUnsafeSlow(size)
      let length = 0
      for await (const part of stored.chunksById(id)) length += part.copy(bytes, length)
      if (length !== size) throw new Error(`A stored file has ${length} of ${size} bytes`)
      return bytes
    },

    chunks: (file: string) => stored.chunksById(new ObjectId(file)),

    async prepare(): Promise<void> {
      await files().createIndexes([
        { key: { 'metadata.inquiry': 1 }, name: 'inquiry' },
        { key: { 'metadata.email': 1 }, name: 'email' },
      ])
      await stored.prepare()
    },

    async add(
      { name, type, bytes }: { name: string; type: string; bytes: Uint8Array },
      { inquiry, email }: { inquiry: string; email: string },
    ): Promise<StoredReplyFile> {
      const file = new ObjectId()
      const metadata = { inquiry: new ObjectId(inquiry), email, name, type }
      await stored.add({ id: file, filename: file.toHexString(), bytes, metadata })
      return { file, name, type, size: bytes.length }
    },

    count: (inquiry: string): Promise<number> =>
      files().countDocuments({ 'metadata.inquiry': new ObjectId(inquiry) }, { maxTimeMS }),

    /** Those of these files that belong to an inquiry, in their order. */
    async find(inquiry: string, ids: readonly string[]): Promise<StoredReplyFile[]> {
      if (ids.length === 0) return []
      const found = await files()
        .find(
          { _id: { $in: ids.map((id) => new ObjectId(id)) }, 'metadata.inquiry': new ObjectId(inquiry) },
          { maxTimeMS },
        )
        .toArray()
      const byId = new Map(found.map((one) => [one._id.toHexString(), one]))
      return [...new Set(ids)].flatMap((id) => {
        const one = byId.get(id)
        return one ? [{ file: one._id, name: one.metadata.name, type: one.metadata.type, size: one.length }] : []
      })
    },

    /** Removes the files that were uploaded for an address, and those for its inquiries. */
    async erase(email: string): Promise<void> {
      const own = await inquiries().distinct('_id', { email }, { maxTimeMS: seconds(10) })
      await stored.remove(await files().distinct('_id', aboutPerson.replyFiles(email, own), { maxTimeMS: seconds(10) }))
    },

    /** Removes what no reply and no draft has held for two days, or whose inquiry has been gone for a month. Resolves with the number. */
    async sweep(): Promise<number> {
      const at = now().getTime()
      let removed = 0
      for (let after: ObjectId | undefined; ; ) {
        const part = await files()
          .find(after ? { _id: { $gt: after } } : {}, { projection: { metadata: 1 }, maxTimeMS })
          .sort({ _id: 1 })
          .limit(sweepSize)
          .toArray()
        if (part.length === 0) return removed
        const held = await used(part.map(({ metadata }) => metadata.inquiry))
        const isUsed = ({ _id, metadata }: (typeof part)[number]) =>
          held.get(metadata.inquiry.toHexString())?.has(_id.toHexString()) ?? false
        const unused = part.filter((one) => !isUsed(one))
        const over = unused.filter(({ metadata: { inquiry, unused_at: since } }) => {
          const limit = held.has(inquiry.toHexString()) ? unusedFor.ofInquiry : unusedFor.ofNone
          return since !== undefined && since.getTime() + limit < at
        })
        const [noted, back] = [
          unused.filter(({ metadata }) => !metadata.unused_at),
          part.filter((one) => isUsed(one) && one.metadata.unused_at),
        ]
        if (noted.length > 0)
          await files().updateMany({ _id: { $in: idsOf(noted) } }, { $set: { 'metadata.unused_at': now() } })
        if (back.length > 0)
          await files().updateMany({ _id: { $in: idsOf(back) } }, { $unset: { 'metadata.unused_at': 1 } })
        await stored.remove(idsOf(over))
        removed += over.length
        after = part.at(-1)!._id
      }
    },

    /** Removes objects that belong to no file. */
    sweepObjects: () => stored.sweep(),
  }
}

export type ReplyFiles = ReturnType<typeof replyFiles>

/** As staff receive it. */
export function toReplyFile(inquiry: string, { file, name, type, size }: StoredReplyFile): ReplyFile {
  const id = file.toHexString()
  return { id, name, type, size, url: `/api/forms/submissions/${inquiry}/files/${id}` }
}
