import { seconds } from '@app/contracts/durations'
import type { Descriptor, ListQuery } from '@app/table-schema'
import type { Collection } from 'mongodb'
import { readRecord, type WireRecord } from './read-record'

/** Letters sort and compare as people do it: case and width aside, accents kept. An index serves only if it says the same. */
const collation = { locale: 'en', strength: 2 }
const maxTimeMS = seconds(2)

/** `id` is not among them: it is `_id`, whatever a document may hold under that name. */
function shownFields({ properties }: Descriptor): Set<string> {
  const shown = new Set([...Object.keys(properties), 'created_at', 'updated_at'])
  shown.delete('id')
  return shown
}

/** Equal values are ordered by `_id` the same way, so that walking the pages meets each record once. */
const orderOf = ({ field, direction }: ListQuery['sort']) => {
  const way = direction === 'asc' ? 1 : -1
  return field === 'id' ? ({ _id: way } as const) : ({ [field]: way, _id: way } as const)
}

/** The records of described tables. Only `id`, declared fields and the two times ever leave it. */
export function recordStore(collection: (name: string) => Collection) {
  return {
    /** Makes the index that the standard order walks. */
    prepare: ({ name }: Descriptor) =>
      collection(name).createIndex({ created_at: -1, _id: -1 }, { collation, name: 'newest_first' }),

    /** One page, and how many records there are in all. */
    async page(
      descriptor: Descriptor,
      { page, limit, sort }: ListQuery,
    ): Promise<{ data: WireRecord[]; total: number }> {
      const records = collection(descriptor.name)
      const shown = shownFields(descriptor)
      const found = records.find(
        {},
        {
          projection: Object.fromEntries(['_id', ...shown].map((field) => [field, 1])),
          sort: orderOf(sort),
          skip: (page - 1) * limit,
          limit,
          batchSize: limit,
          collation,
          maxTimeMS,
          raw: true,
        },
      )
      const [rows, total] = await Promise.all([found.toArray(), records.countDocuments({}, { collation, maxTimeMS })])
      // `raw` hands out the bytes of each document, which the driver's types do not say.
      return { data: (rows as unknown as Buffer[]).map((bytes) => readRecord(bytes, shown)), total }
    },
  }
}

export type RecordStore = ReturnType<typeof recordStore>
