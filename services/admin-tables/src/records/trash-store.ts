import { days, minutes, seconds } from '@app/contracts/durations'
import { escapePattern } from '@app/mongo/escape-pattern'
import { pageOf } from '@app/mongo/page-of'
import { type Collection, type Document, ObjectId } from 'mongodb'
import { pendingField } from './revision-store'

/** The time for which a deleted record can be restored. */
export const keptFor = days(30)
const maxTimeMS = seconds(2)
/** After this time a deletion that has not completed counts as abandoned. */
const interruptedAfter = minutes(5)

/** A reference that is taken out of another record when the record is deleted. */
export type Unlinked = { table: string; id: string; field: string }

export type Trashed = {
  /** `table/id/…`: each deletion has an entry of its own, so that none overwrites or drops another's. */
  _id: string
  table: string
  record: Document
  deleted_at: Date
  deleted_by: string
  title?: string
  batch?: string
  unlinked?: readonly Unlinked[]
  /** The record itself may not be removed yet. */
  pending?: true
}
type NewTrash = {
  table: string
  id: string
  record: Document
  title: string
  by: string
  batch?: string | undefined
  unlinked?: readonly Unlinked[]
}

/** Deleted records, whole, for thirty days. */
export function trashStore(collection: () => Collection<Trashed>, now = () => new Date()) {
  return {
    prepare: async () => {
      await collection().createIndex({ deleted_at: 1 }, { name: 'ends', expireAfterSeconds: keptFor / seconds(1) })
      await collection().createIndex({ pending: 1 }, { name: 'interrupted', sparse: true })
    },

    /** Copies records that are about to be removed. */
    async put(records: readonly NewTrash[]): Promise<Trashed[]> {
      const entries = records.map(
        ({ table, id, record, title, by, batch, unlinked = [] }): Trashed => ({
          _id: `${table}/${id}/${new ObjectId().toHexString()}`,
          table,
          record,
          title,
          deleted_at: now(),
          deleted_by: by,
          pending: true,
          ...(batch !== undefined && { batch }),
          ...(unlinked.length > 0 && { unlinked }),
        }),
      )
      if (entries.length > 0) await collection().insertMany(entries)
      return entries
    },

    /** The records are removed and their revisions are copied: the entries count. */
    async complete(entries: readonly Pick<Trashed, '_id'>[]): Promise<void> {
      if (entries.length === 0) return
      const $unset = { pending: '', [`record.${pendingField}`]: '' } as const
      await collection().updateMany({ _id: { $in: entries.map(({ _id }) => _id) } }, { $unset })
    },

    /** The latest deletion of a record. `0` is the sign after `/`. */
    async find(table: string, id: string): Promise<Trashed | undefined> {
      const range = { _id: { $gte: `${table}/${id}`, $lt: `${table}/${id}0` } }
      return (await collection().findOne(range, { sort: { _id: -1 }, maxTimeMS })) ?? undefined
    },

    /** Drops exactly the entry that was read. */
    async drop({ _id }: Pick<Trashed, '_id'>): Promise<boolean> {
      return (await collection().deleteOne({ _id })).deletedCount === 1
    },

    /** Adds what an interrupted deletion unlinked to a later one of the same record; `false` when there is none. */
    async merge({ _id, table, record, unlinked = [] }: Trashed): Promise<boolean> {
      const later = { $gt: _id, $lt: `${table}/${String(record._id)}0` }
      const { matchedCount } = await collection().updateOne(
        { _id: later, pending: { $exists: false } },
        { $addToSet: { unlinked: { $each: [...unlinked] } } },
      )
      if (matchedCount === 1) await collection().deleteOne({ _id })
      return matchedCount === 1
    },

    page(tables: readonly string[], q: string, page: number, size: number) {
      const filter = {
        table: { $in: [...tables] },
        pending: { $exists: false },
        ...(q !== '' && { title: { $regex: escapePattern(q), $options: 'i' } }),
      }
      return pageOf(collection(), filter, { sort: { deleted_at: -1, _id: 1 }, page, size, maxTimeMS })
    },

    /** Entries of deletions that were interrupted. */
    interrupted: (): Promise<Trashed[]> =>
      collection()
        .find({ pending: true, deleted_at: { $lt: new Date(now().getTime() - interruptedAfter) } })
        .limit(1_000)
        .toArray(),
  }
}

export type TrashStore = ReturnType<typeof trashStore>
