import { setImmediate } from 'node:timers/promises'
import { mapLimited } from '@app/concurrency/map-limited'
import type { Pause } from '@app/concurrency/pacer'
import { comparable } from '@app/contracts/comparable'
import { seconds } from '@app/contracts/durations'
import { isObjectId } from '@app/contracts/object-id'
import { peopleTable } from '@app/contracts/policy'
import { collation } from '@app/record-query'
import { type FieldSchema, isPhoneField, type TableSchema, titleField } from '@app/table-schema'
import { phoneKey } from '@app/table-schema/phone-number'
import { type Collection, type Document, type Filter, type FindOptions, ObjectId } from 'mongodb'
import { type FileStore, mayUseFile } from '../files/file-store'
import { projectionOf, recordReader, shownFields, storedFields, type WireRecord } from '../tables/read-record'

const maxTimeMS = seconds(10)
/** Records of one batch, and those of it that are compared at once: a few milliseconds. */
const batchSize = 1_000
const comparedAtOnce = 100
/** The clocks of two replicas differ by less. */
const clocksDiffer = seconds(5)

const objectIds = (ids: readonly unknown[]) => ids.map((id) => new ObjectId(String(id)))

/** True for values that people write in more than one way; an address has one form, by which the database finds it. */
const isWritten = ({ properties }: TableSchema, name: string) =>
  name !== 'id' && properties[name]?.type === 'string' && properties[name].format === undefined

/** The form in which two values of a field are the same to people. */
export function keyOf(field: FieldSchema | undefined, value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  return (field && isPhoneField(field) ? phoneKey(value) : undefined) ?? comparable(value)
}

/**
 * The ids of records by their key in one field, some of which have another value by now. All records are read once for the keys that
 * are asked for together, and then those that were changed since: no index finds texts as people write them.
 */
function idsByKey(records: () => Collection, name: string, field: FieldSchema | undefined) {
  const known = new Map<string, string[]>()
  const toRecord = recordReader(new Set([name]))
  let readAt = 0

  /** Adds the records to the keys that they have. */
  async function read(ids: ReadonlyMap<string, string[]>, filter: Filter<Document>, pause: Pause): Promise<void> {
    const found = records().find(filter, { projection: projectionOf([name]), batchSize, maxTimeMS, raw: true })
    let compared = 0
    for await (const bytes of found as AsyncIterable<unknown>) {
      const { id, [name]: value } = toRecord(bytes as Buffer)
      const ofKey = value == null ? undefined : ids.get(keyOf(field, value))
      if (ofKey?.includes(id) === false) ofKey.push(id)
      if (++compared % comparedAtOnce === 0) await pause()
    }
  }

  /** Finds the records of keys that were not asked for before. Returns the keys of all values. */
  async function lookFor(values: readonly unknown[], pause: Pause = setImmediate): Promise<string[]> {
    const startedAt = Date.now()
    const keys = values.map((value) => keyOf(field, value))
    const ids = new Map(keys.filter((key) => !known.has(key)).map((key): [string, string[]] => [key, []]))
    if (ids.size === 0) return keys
    await read(ids, {}, pause)
    for (const [key, found] of ids) known.set(key, found)
    readAt ||= startedAt
    return keys
  }

  return {
    lookFor,
    async find(values: readonly unknown[]): Promise<string[]> {
      const keys = await lookFor(values)
      const startedAt = Date.now()
      await read(known, { updated_at: { $gte: new Date(readAt - clocksDiffer) } }, setImmediate)
      readAt = startedAt
      return keys.flatMap((key) => known.get(key)!)
    },
  }
}

/** Reads what the rows of one chunk refer to. */
export type Lookups = {
  /** The records whose `field` has one of these values as people write them, and some that had it; `id` is a field, too. */
  existing(field: string, values: readonly unknown[]): Promise<WireRecord[]>
  /** The ids of the records of a table that labels or ids name; several ids where a label is not unique. */
  named(table: string, labels: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
  /** Those of these addresses that the person who imports may not put into a record. */
  refusedFiles(urls: readonly string[]): Promise<ReadonlySet<string>>
}

/** Lookups of the rows of a whole file. */
export type FileLookups = Lookups & {
  /** Looks at once for the values that `existing` is asked for chunk by chunk: a table is read once then. */
  lookAhead(field: string, values: readonly unknown[], pause: Pause): Promise<void>
  /** The same for the labels that `named` is asked for. */
  lookAheadFor(table: string, labels: readonly string[], pause: Pause): Promise<void>
}

/** Reads what the rows of a user's import are matched with and refer to. */
export const importLookups =
  ({
    collection,
    tables,
    files,
  }: {
    collection: (name: string) => Collection
    tables: { find(name: string): Promise<TableSchema | undefined> }
    files: Pick<FileStore, 'uploaderOf' | 'isUsed'>
  }) =>
  (schema: TableSchema, userId: string): FileLookups => {
    const shown = shownFields(schema)
    const indexes = new Map<string, ReturnType<typeof idsByKey>>()
    const indexOf = ({ name, properties }: TableSchema, field: string) => {
      const key = `${name}/${field}`
      const index = indexes.get(key) ?? idsByKey(() => collection(name), field, properties[field])
      indexes.set(key, index)
      return index
    }
    async function records(filter: Filter<Document>, options?: FindOptions): Promise<WireRecord[]> {
      const found = await collection(schema.name)
        .find(filter, { ...options, projection: projectionOf(shown), maxTimeMS, raw: true })
        .toArray()
      return (found as unknown as Buffer[]).map(recordReader(shown))
    }
    const withIds = (ids: readonly unknown[]) => records({ _id: { $in: objectIds(ids) } })
    return {
      async lookAhead(field, values, pause) {
        if (isWritten(schema, field)) await indexOf(schema, field).lookFor(values, pause)
      },

      async lookAheadFor(table, labels, pause) {
        const referenced = await tables.find(table)
        const title = referenced && titleField(referenced)
        if (title && table !== peopleTable) await indexOf(referenced, title).lookFor(labels, pause)
      },

      async existing(field, values) {
        if (field === 'id') return withIds(values.filter(isObjectId))
        if (isWritten(schema, field)) return withIds(await indexOf(schema, field).find(values))
        const stored = values.map((value) => storedFields(schema, { [field]: value })[field])
        return records({ [field]: { $in: stored } }, { collation })
      },

      async named(table, labels) {
        const named = new Map<string, string[]>()
        const referenced = await tables.find(table)
        const title = referenced && titleField(referenced)
        if (!title) return named
        // Only admins learn if an address has an account.
        const byTitle = table !== peopleTable
        const ids = [...labels.filter(isObjectId), ...(byTitle ? await indexOf(referenced, title).find(labels) : [])]
        const found = await collection(table)
          .find({ _id: { $in: objectIds(ids) } }, { projection: { [title]: 1 }, maxTimeMS })
          .toArray()
        const ofKey = new Map<string, string[]>()
        for (const { _id, [title]: text } of found) {
          const id = _id.toHexString()
          const keys = byTitle ? [id, comparable(String(text))] : [id]
          for (const key of keys) ofKey.set(key, [...(ofKey.get(key) ?? []), id])
        }
        for (const label of labels) named.set(label, ofKey.get(isObjectId(label) ? label : comparable(label)) ?? [])
        return named
      },

      async refusedFiles(urls) {
        const allowed = await mapLimited(urls, (url) => mayUseFile(files, userId, schema, url))
        return new Set(urls.filter((_, at) => !allowed[at]))
      },
    }
  }
