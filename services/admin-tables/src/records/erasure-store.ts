import { createHash } from 'node:crypto'
import { days, seconds } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { type Erasure, erasureCollection } from '@app/contracts/erasures'
import { type Collection, ObjectId } from 'mongodb'
import type { StoredRevision } from './revision-store'

/** Longer than any write that began before an erasure can take; also what a crash left is repeated within it. */
const keptFor = days(1)
/** By how much the clocks of two replicas may differ. */
const clockSkew = seconds(2)
const maxTimeMS = seconds(2)

export type StoredErasure = Erasure & { _id: ObjectId }

const digestOf = (address: string) => createHash('sha256').update(address).digest('hex')

/** True if a value is the erased address, however it is written. */
export function isErased({ address, digest }: Pick<Erasure, 'address' | 'digest'>, value: unknown): boolean {
  const given = typeof value === 'string' ? normalEmail(value) : undefined
  return given !== undefined && (given === address || digestOf(given) === digest)
}

export const recordKey = (table: string, id: string) => `${table}/${id}`

/** Erasures that are asked for, and those of the last day. */
export function erasureStore(collection: (name: string) => Collection, now = () => new Date()) {
  const stored = () => collection(erasureCollection) as unknown as Collection<StoredErasure>
  const isOpen = { done_at: { $exists: false } }
  const all = () => stored().find({}, { maxTimeMS }).toArray()

  return {
    prepare: () => stored().createIndex({ done_at: 1 }, { name: 'ends', expireAfterSeconds: keptFor / seconds(1) }),

    all,

    /** Those that are not complete. There rarely are any. */
    open: () => stored().find(isOpen, { maxTimeMS }).limit(100).toArray(),

    find: async (id: string): Promise<StoredErasure | undefined> =>
      (await stored().findOne({ _id: new ObjectId(id) }, { maxTimeMS })) ?? undefined,

    /** Notes what an erasure is about to remove, so that a copy of it is recognized anywhere, files that may lose their last use, and names. */
    async add(
      { _id }: StoredErasure,
      records: readonly string[],
      { files = [], names = [] }: { files?: readonly string[]; names?: readonly string[] } = {},
    ): Promise<void> {
      const $addToSet = {
        ...(records.length > 0 && { records: { $each: [...records] } }),
        ...(files.length > 0 && { files: { $each: [...files] } }),
        ...(names.length > 0 && { names: { $each: [...names] } }),
      }
      if (Object.keys($addToSet).length > 0) await stored().updateOne({ _id }, { $addToSet })
    },

    async complete({ _id, address }: StoredErasure): Promise<void> {
      await stored().updateOne(
        { _id, ...isOpen },
        {
          $set: { done_at: now(), ...(address !== undefined && { digest: digestOf(address) }) },
          $unset: { address: '', actor: '', files: '', names: '' },
        },
      )
    },

    /** Those that a write begun at this time overlaps with. */
    overlapping: (begun: Date): Promise<StoredErasure[]> =>
      stored()
        .find({ $or: [isOpen, { done_at: { $gte: new Date(begun.getTime() - clockSkew) } }] }, { maxTimeMS })
        .toArray(),

    /** Those of these revisions whose values are erased. */
    async covered(revisions: readonly StoredRevision[]): Promise<StoredRevision[]> {
      const erasures = await all()
      const isCovered = ({ table, record_id, at, changes }: StoredRevision) =>
        erasures.some(
          (one) =>
            one.records.includes(recordKey(table, record_id)) ||
            (!(one.done_at && one.done_at.getTime() + clockSkew < at.getTime()) &&
              changes?.['email']?.some((value) => isErased(one, value))),
        )
      return erasures.length === 0 ? [] : revisions.filter(isCovered)
    },
  }
}

export type ErasureStore = ReturnType<typeof erasureStore>
