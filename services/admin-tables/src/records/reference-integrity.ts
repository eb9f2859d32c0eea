import { seconds } from '@app/contracts/durations'
import type { ReferrerCount } from '@app/contracts/tables'
import { collation } from '@app/record-query'
import { referenceFields, type TableSchema } from '@app/table-schema'
import { type Collection, ObjectId } from 'mongodb'
import type { Unlinked } from './trash-store'

const maxTimeMS = seconds(2)

/** Reads references when a record is written or deleted. */
export function referenceIntegrity(collection: (name: string) => Collection, tables: () => Promise<TableSchema[]>) {
  /** Reads each field that refers to a table. */
  const eachReferring = async <Found>(table: string, read: (from: string, field: string) => Promise<Found>) => {
    const fields = (schema: TableSchema) => referenceFields(schema).filter((field) => field.table === table)
    const all = (await tables()).flatMap((schema) => fields(schema).map(({ name }) => read(schema.name, name)))
    return Promise.all(all)
  }

  /** The records of a table that refer to one by a field; the record itself does not count. */
  const others = (from: string, field: string, table: string, id: string) => ({
    [field]: { $eq: id },
    ...(from === table && { _id: { $ne: new ObjectId(id) } }),
  })

  return {
    /** Those of the ids that are no record of the table. */
    async missing(table: string, ids: readonly string[]): Promise<Set<string>> {
      const found = await collection(table)
        .find({ _id: { $in: ids.map((id) => new ObjectId(id)) } }, { projection: { _id: 1 }, maxTimeMS })
        .toArray()
      const present = new Set(found.map(({ _id }) => String(_id)))
      return new Set(ids.filter((id) => !present.has(id)))
    },

    /** Those of the ids that other records refer to. */
    async referred(table: string, ids: readonly string[]): Promise<Set<string>> {
      const wanted = new Set(ids)
      const read = async (from: string, field: string) => {
        const options = { projection: { [field]: 1 }, collation, maxTimeMS }
        const found = await collection(from)
          .find({ [field]: { $in: [...ids] } }, options)
          .toArray()
        return found.flatMap(({ _id, [field]: value }) =>
          [value].flat().filter((id) => wanted.has(id) && !(from === table && id === String(_id))),
        )
      }
      return new Set((await eachReferring(table, read)).flat())
    },

    /** The number of records that refer to a record, by table and field. */
    async referrers(table: string, id: string): Promise<ReferrerCount[]> {
      const counted = await eachReferring(table, async (from, field) => ({
        table: from,
        field,
        total: await collection(from).countDocuments(others(from, field, table, id), { collation, maxTimeMS }),
      }))
      return counted.filter(({ total }) => total > 0)
    },

    /** Each reference to a record. */
    async references(table: string, id: string): Promise<Unlinked[]> {
      const options = { projection: { _id: 1 }, collation, maxTimeMS }
      const found = await eachReferring(table, async (from, field) => {
        const rows = await collection(from)
          .find(others(from, field, table, id), options)
          .toArray()
        return rows.map(({ _id }) => ({ table: from, id: String(_id), field }))
      })
      return found.flat()
    },
  }
}

export type ReferenceIntegrity = ReturnType<typeof referenceIntegrity>
