import { seconds } from '@app/contracts/durations'
import { isDuplicateKey } from '@app/mongo'
import type { Descriptor } from '@app/table-schema'
import { BSON, type Collection, type Document, ObjectId } from 'mongodb'
import { type WireRecord, wireRecord } from './read-record'
import { shownFields } from './shown-fields'
import { storedFields } from './stored-record'
import { unseenFields } from './table-access'

type Values = Readonly<Record<string, unknown>>

const maxTimeMS = seconds(2)

/** Initial values of read-only fields. */
const startValues = ({ name, properties }: Descriptor): Document => ({
  ...unseenFields[name],
  ...Object.fromEntries(
    Object.entries(properties).flatMap(([field, { readOnly, default: start }]) =>
      readOnly && start !== undefined ? [[field, start]] : [],
    ),
  ),
})

/** Writes the records of described tables. Values come checked; nothing but declared fields is ever set. */
export function recordWriter(collection: (name: string) => Collection, now = () => new Date()) {
  const toWire = (descriptor: Descriptor, document: Document) => wireRecord(document, shownFields(descriptor))
  const stored = (table: string, id: string) => collection(table).findOne({ _id: new ObjectId(id) }, { maxTimeMS })

  return {
    /** Adds a record. An existing record of this id was created by a repeated call and is returned as it is. */
    async insert(descriptor: Descriptor, values: Values, id = new ObjectId().toHexString()): Promise<WireRecord> {
      const at = now()
      const fields = { ...startValues(descriptor), ...storedFields(descriptor, values) }
      const document: Document = { _id: new ObjectId(id), ...fields, created_at: at, updated_at: at }
      try {
        await collection(descriptor.name).insertOne(document)
        return toWire(descriptor, document)
      } catch (error) {
        const made = isDuplicateKey(error) ? await stored(descriptor.name, id) : null
        if (!made) throw error
        return toWire(descriptor, made)
      }
    },

    /**
     * Changes a record if it is still the one last changed at `seen`; `undefined` when it is not. The new time is later
     * than the old one in any case, so that two versions never share it.
     */
    async update(
      descriptor: Descriptor,
      { id, updated_at: seen }: WireRecord,
      values: Values,
    ): Promise<WireRecord | undefined> {
      const before = typeof seen === 'string' ? new Date(seen) : null
      const at = new Date(Math.max(now().getTime(), (before?.getTime() ?? 0) + 1))
      const after = await collection(descriptor.name).findOneAndUpdate(
        { _id: new ObjectId(id), updated_at: { $eq: before } },
        { $set: { ...storedFields(descriptor, values), updated_at: at } },
        { returnDocument: 'after', maxTimeMS },
      )
      return after ? toWire(descriptor, after) : undefined
    },

    /** The whole document, for the trash. */
    whole: async (table: string, id: string): Promise<Document | undefined> => (await stored(table, id)) ?? undefined,

    /** Removes a document and returns it; `undefined` when it was removed already. */
    async remove(table: string, id: string): Promise<Document | undefined> {
      return (await collection(table).findOneAndDelete({ _id: new ObjectId(id) }, { maxTimeMS })) ?? undefined
    },

    /** Puts a whole document back; `false` when its place, or what must be unique in it, is taken. */
    async putBack(table: string, document: Document): Promise<boolean> {
      try {
        await collection(table).insertOne(document)
        return true
      } catch (error) {
        if (isDuplicateKey(error)) return false
        throw error
      }
    },
  }
}

export const sameDocument = (one: Document, other: Document) =>
  Buffer.compare(BSON.serialize(one), BSON.serialize(other)) === 0

export type RecordWriter = ReturnType<typeof recordWriter>
