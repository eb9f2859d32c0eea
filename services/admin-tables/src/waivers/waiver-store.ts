import { createHash } from 'node:crypto'
import { hours, seconds } from '@app/contracts/durations'
import type { Drawing, Relation, SignedWaiver, WaiverText } from '@app/contracts/waivers'
import { isDuplicateKey, unlessDuplicate, writeLimit } from '@app/mongo'
import { type Collection, ObjectId } from 'mongodb'

/** Says whose text belongs here, and nothing else: what a waiver must say is for the school's lawyer. Nobody can sign it. */
const placeholderText = `Replace this text with the waiver your lawyer gave you.

This is only a placeholder. Nobody can sign it.

An admin replaces it in the dashboard, under Settings, Waiver.`

/** Among sample records, so that signing can be tried. */
const sampleText = `SAMPLE TEXT, NOT A WAIVER

This text came with the sample records, to try how a waiver is read and signed. It says nothing about archery, and who signs it agrees to nothing.

A school publishes the waiver its lawyer gave it in the dashboard, under Settings, Waiver.`

const maxTimeMS = seconds(2)
const maxVersions = 200
const maxSignatures = 100
/** Students whose signatures are looked at together. */
const chunkSize = 500

/** `_id` is the version, so each exists once. */
type StoredText = {
  _id: number
  text: string
  months: number | null
  created_at: Date
  by: string | null
  /** The placeholder, or the text that comes with sample records. */
  is_sample?: true | 'records'
}

export type Signature = {
  id: string
  student: string
  signer: string
  relation: Relation
  at: Date
  version: number
  text_hash: string
  until: string | null
  drawing: Drawing | null
  typed: string | null
  by: { id: string; email: string }
}
export type SignatureMark = Pick<Signature, 'student' | 'at' | 'by'>
type StoredSignature = Omit<Signature, 'id'> & { _id: ObjectId }

export const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

const signatureOf = ({ _id, ...stored }: StoredSignature): Signature => ({ id: _id.toHexString(), ...stored })

export const signedWaiverOf = ({ id, signer, relation, at, version, by, ...stored }: Signature): SignedWaiver => ({
  id,
  signer,
  relation,
  at: at.toISOString(),
  textVersion: version,
  textHash: stored.text_hash,
  until: stored.until,
  drawing: stored.drawing,
  typed: stored.typed,
  by: { email: by.email },
})

/**
 * The texts of the waiver and what was signed. Both are added and never changed; signatures go with their student.
 * @param hasSamples whether the text that comes with sample records can be signed: not in production, also over the same database
 */
export function waiverStore(
  collection: (name: string) => Collection,
  { hasSamples }: { hasSamples: boolean },
  now = () => new Date(),
) {
  const texts = () => collection('waiver_texts') as unknown as Collection<StoredText>
  const signatures = () => collection('waiver_signatures') as unknown as Collection<StoredSignature>
  const newestFirst = { at: -1, _id: -1 } as const

  const textOf = ({ _id, text, months, created_at, by, is_sample }: StoredText): WaiverText => ({
    version: _id,
    text,
    months,
    hash: hashOf(text),
    createdAt: created_at.toISOString(),
    by,
    isSample: is_sample === true || (is_sample === 'records' && !hasSamples),
  })

  async function newest(): Promise<StoredText | undefined> {
    const [found] = await texts()
      .find({}, { sort: { _id: -1 }, limit: 1, maxTimeMS })
      .toArray()
    return found
  }

  /** False when there is such a version. */
  const addText = (added: StoredText): Promise<boolean> => unlessDuplicate(texts().insertOne(added, writeLimit))

  async function find(id: string): Promise<Signature | undefined> {
    const found = await signatures().findOne({ _id: new ObjectId(id) }, { maxTimeMS })
    return found ? signatureOf(found) : undefined
  }

  return {
    newId: () => new ObjectId().toHexString(),

    prepare: async (): Promise<void> => {
      await signatures().createIndex({ student: 1, at: -1 }, { name: 'student' })
      await signatures().createIndex({ at: 1 }, { name: 'recent' })
      const first = { months: 12, created_at: now(), by: null }
      const stored = await newest()
      if (!stored) await addText({ ...first, _id: 1, text: placeholderText, is_sample: true })
      if (hasSamples && (!stored || stored.is_sample === true))
        await addText({ ...first, _id: (stored?._id ?? 1) + 1, text: sampleText, is_sample: 'records' })
    },

    texts: async (): Promise<WaiverText[]> =>
      (
        await texts()
          .find({}, { sort: { _id: -1 }, limit: maxVersions, maxTimeMS })
          .toArray()
      ).map(textOf),

    /** The version that is signed now. */
    async current(): Promise<WaiverText> {
      const stored = await newest()
      if (!stored) throw new Error('there is no text of the waiver')
      return textOf(stored)
    },

    /** `undefined` when there is such a version. */
    async publish(version: number, text: string, months: number | null, by: string): Promise<WaiverText | undefined> {
      const added = { _id: version, text, months, created_at: now(), by }
      return (await addText(added)) ? textOf(added) : undefined
    },

    /** Adds a signature; one of this id that exists is returned as it is. */
    async add({ id, ...given }: Signature): Promise<Signature> {
      try {
        await signatures().insertOne({ _id: new ObjectId(id), ...given }, writeLimit)
        return { id, ...given }
      } catch (error) {
        const existing = isDuplicateKey(error) ? await find(id) : undefined
        if (!existing) throw error
        return existing
      }
    },

    find,

    /** Of one student, newest first. */
    of: async (student: string): Promise<Signature[]> =>
      (await signatures().find({ student }, { sort: newestFirst, limit: maxSignatures, maxTimeMS }).toArray()).map(
        signatureOf,
      ),

    /** Signatures since then, all of them, newest first; without the drawings. */
    since: async (from: Date): Promise<SignatureMark[]> =>
      (
        await signatures()
          .find({ at: { $gte: from } }, { sort: newestFirst, projection: { student: 1, at: 1, by: 1 } })
          .toArray()
      ).map(({ student, at, by }) => ({ student, at, by })),

    drop: async (id: string): Promise<void> => void (await signatures().deleteOne({ _id: new ObjectId(id) })),

    /**
     * Removes the signatures of students who are neither in the table nor in the trash. The trash is read on both sides of the
     * table, because a record may be moving. Returns how many it removed.
     */
    async sweep(): Promise<number> {
      const settled = { at: { $lt: new Date(now().getTime() - hours(1)) } }
      const all = await signatures().distinct('student', settled)
      let removed = 0
      for (let at = 0; at < all.length; at += chunkSize) {
        const ids = all.slice(at, at + chunkSize).map((id) => new ObjectId(id))
        const trashed = () =>
          collection('trash').distinct('record._id', { table: 'students', 'record._id': { $in: ids } })
        const known = [
          ...(await trashed()),
          ...(await collection('students').distinct('_id', { _id: { $in: ids } })),
          ...(await trashed()),
        ].map(String)
        const gone = ids.map(String).filter((id) => !known.includes(id))
        if (gone.length === 0) continue
        removed += (await signatures().deleteMany({ student: { $in: gone }, ...settled })).deletedCount
      }
      return removed
    },
  }
}

export type WaiverStore = ReturnType<typeof waiverStore>
