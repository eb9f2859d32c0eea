import { days, seconds } from '@app/contracts/durations'
import type { Collection, Document } from 'mongodb'

/** How long a deleted record can be taken back. */
const keptFor = days(30)
const maxTimeMS = seconds(2)

export type Trashed = { _id: string; table: string; record: Document; deleted_at: Date; deleted_by: string }

const key = (table: string, id: string) => `${table}/${id}`

/** Deleted records, whole, for thirty days. */
export function trashStore(collection: () => Collection<Trashed>, now = () => new Date()) {
  return {
    prepare: () =>
      collection().createIndex({ deleted_at: 1 }, { name: 'ends', expireAfterSeconds: keptFor / seconds(1) }),

    async put(table: string, id: string, record: Document, by: string): Promise<void> {
      const entry = { table, record, deleted_at: now(), deleted_by: by }
      await collection().replaceOne({ _id: key(table, id) }, entry, { upsert: true })
    },

    async find(table: string, id: string): Promise<Trashed | undefined> {
      return (await collection().findOne({ _id: key(table, id) }, { maxTimeMS })) ?? undefined
    },

    async drop(table: string, id: string): Promise<void> {
      await collection().deleteOne({ _id: key(table, id) })
    },
  }
}

export type TrashStore = ReturnType<typeof trashStore>
