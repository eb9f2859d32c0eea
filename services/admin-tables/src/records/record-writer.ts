import { mapLimited } from '@app/concurrency/map-limited'
import { seconds } from '@app/contracts/durations'
import { mailVersionField } from '@app/contracts/inquiries'
import { bulkWriteErrors, isDuplicateKey, unlessDuplicate, writeLimit } from '@app/mongo'
import type { TableSchema } from '@app/table-schema'
import { type Collection, type Document, ObjectId } from 'mongodb'
import { storedFields, tableProjection, tableRecord, type WireRecord } from '../tables/read-record'
import { unseenFields } from '../tables/table-access'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { pendingField, type RevisionStore, type StoredRevision } from './revision-store'
import { ownRevision, type PendingRevision, sharedRevision, unchangedSince } from './stored-revision'

type Values = Readonly<Record<string, unknown>>

const maxTimeMS = seconds(2)

/** A record as it is stored, for the trash. */
export type WholeRecord = Document

/** Values to set in a record that is still as it was read. */
export type RecordChange = { before: WireRecord; values: Values; revision: StoredRevision }

/** Values of a record that does not exist yet. */
export type NewRecord = { id: string; values: Values; revision: StoredRevision }

/** Initial values of read-only fields. */
const startValues = ({ name, properties }: TableSchema): Document => ({
  ...unseenFields[name],
  ...Object.fromEntries(
    Object.entries(properties).flatMap(([field, { readOnly, default: start }]) =>
      readOnly && start !== undefined ? [[field, start]] : [],
    ),
  ),
})

/** Always later than the version before, whatever the clocks of replicas say, so that two versions never share a time. */
export const nextVersion = (before: unknown, now: Date) =>
  new Date(Math.max(now.getTime(), typeof before === 'string' || before instanceof Date ? +new Date(before) + 1 : 0))

/** The document of a new record, with its revision in it. */
function documentOf(schema: TableSchema, { id, values, revision }: NewRecord): Document {
  const fields = { ...startValues(schema), ...storedFields(schema, values) }
  const times = { created_at: revision.at, updated_at: revision.at }
  return { _id: new ObjectId(id), ...fields, ...times, [pendingField]: [revision] }
}

const asItWas = ({ _id, updated_at, [mailVersionField]: mails }: Document) => ({
  _id,
  updated_at: { $eq: updated_at ?? null },
  [mailVersionField]: { $eq: mails ?? null },
})

const versionOf = ({ id, updated_at }: WireRecord) => ({
  id,
  version: typeof updated_at === 'string' ? new Date(updated_at) : null,
})

const settingOf = (schema: TableSchema, values: Values, revision: PendingRevision) => ({
  $set: { ...storedFields(schema, values), updated_at: revision.at },
  $push: { [pendingField]: revision } as Document,
})

function updateOf(schema: TableSchema, { before, values, revision }: RecordChange) {
  const { id, version } = versionOf(before)
  return {
    filter: { _id: new ObjectId(id), updated_at: { $eq: version } },
    update: settingOf(schema, values, revision),
  }
}

/** Changes that write the same: one update makes them all, and is durable once where each update of a call is separate. */
function groupEqualChanges(changes: readonly RecordChange[]): { revision: PendingRevision; changes: RecordChange[] }[] {
  const groups = Map.groupBy(changes, ({ values, revision: { changes, at } }) => JSON.stringify([values, changes, at]))
  return [...groups.values()].map((group) => {
    const { revision } = group[0]!
    return { revision: group.length > 1 ? sharedRevision(revision) : revision, changes: group }
  })
}

/**
 * Writes the records of described tables, each change together with its revision. Values come checked; nothing but declared
 * fields is ever set.
 */
export function recordWriter(collection: (name: string) => Collection, now = () => new Date()) {
  const stored = (table: string, id: string) => collection(table).findOne({ _id: new ObjectId(id) }, { maxTimeMS })

  /** Removes a document if it is still of this version. */
  const remove = async (table: string, document: Document): Promise<boolean> =>
    (await collection(table).deleteOne(asItWas(document), writeLimit)).deletedCount === 1

  return {
    now,
    newId: () => new ObjectId().toHexString(),

    /** Adds a record; `isNew` is false when one of this id exists, which is then returned as it is. */
    async insert(schema: TableSchema, added: NewRecord): Promise<{ record: WireRecord; isNew: boolean }> {
      const document = documentOf(schema, added)
      try {
        await collection(schema.name).insertOne(document, writeLimit)
        return { record: tableRecord(schema, document), isNew: true }
      } catch (error) {
        const existing = isDuplicateKey(error) ? await stored(schema.name, added.id) : null
        if (!existing) throw error
        return { record: tableRecord(schema, existing), isNew: false }
      }
    },

    /** Adds records like `insert`, all by one call. Returns the ids of those that exist, or whose unique values do. */
    async insertMany(schema: TableSchema, added: readonly NewRecord[]): Promise<Set<string>> {
      if (added.length === 0) return new Set()
      const documents = added.map((one) => documentOf(schema, one))
      const insert = collection(schema.name).insertMany(documents, { ordered: false, ...writeLimit })
      const errors = await bulkWriteErrors(insert, added.length, ({ insertedCount }) => insertedCount)
      const unexpected = errors.find((error) => error && !isDuplicateKey(error))
      if (unexpected) throw unexpected
      return new Set(added.filter((_, at) => errors[at]).map(({ id }) => id))
    },

    /** Changes a record if it was last changed at the version of `before`; `undefined` when it was changed since. */
    async update(
      schema: TableSchema,
      before: WireRecord,
      values: Values,
      revision: StoredRevision,
    ): Promise<WireRecord | undefined> {
      const { filter, update } = updateOf(schema, { before, values, revision })
      const projection = tableProjection(schema)
      const options = { returnDocument: 'after', projection, ...writeLimit } as const
      const after = await collection(schema.name).findOneAndUpdate(filter, update, options)
      return after ? tableRecord(schema, after) : undefined
    },

    /** Changes each record like `update`, all by one call. Returns the ids of those that were changed since. */
    async updateMany(schema: TableSchema, changes: readonly RecordChange[]): Promise<Set<string>> {
      if (changes.length === 0) return new Set()
      const records = collection(schema.name)
      const groups = groupEqualChanges(changes)
      const updates = groups.map(({ revision, changes: same }) => {
        const [change, ...others] = same
        if (others.length === 0) return { updateOne: updateOf(schema, change!) }
        const filter = unchangedSince(same.map(({ before }) => versionOf(before)))
        return { updateMany: { filter, update: settingOf(schema, change!.values, revision) } }
      })
      const { matchedCount } = await records.bulkWrite(updates, { ordered: false, ...writeLimit })
      if (matchedCount === changes.length) return new Set()
      // The answer says how many were changed, not which ones: those that have their revision.
      const pending = groups.map(({ revision }) => revision._id)
      const copied = groups.flatMap(({ revision, changes: same }) =>
        same.map(({ before }) => ownRevision(before.id, revision)._id),
      )
      const [waiting, stored] = await Promise.all([
        records.find({ [`${pendingField}._id`]: { $in: pending } }, { projection: { _id: 1 }, maxTimeMS }).toArray(),
        collection('revisions')
          .find({ _id: { $in: copied } }, { projection: { record_id: 1 }, maxTimeMS })
          .toArray(),
      ])
      const done = new Set([...waiting.map(({ _id }) => String(_id)), ...stored.map((one) => String(one.record_id))])
      return new Set(changes.map(({ before }) => before.id).filter((id) => !done.has(id)))
    },

    /** The whole document, for the trash. */
    whole: async (table: string, id: string): Promise<Document | undefined> => (await stored(table, id)) ?? undefined,

    remove,

    /** Whole documents, in no order. */
    rawDocuments: (table: string, ids: readonly string[]): Promise<Document[]> =>
      collection(table)
        .find({ _id: { $in: ids.map((id) => new ObjectId(id)) } }, { maxTimeMS })
        .toArray(),

    /**
     * Removes documents like `remove`. Returns the ids of those that were changed or removed by others since. Not by one call,
     * whose answer would only say how many it removed: of two that remove the same document, both would keep their copy of it.
     */
    async removeMany(table: string, documents: readonly Document[]): Promise<Set<string>> {
      const isRemoved = await mapLimited(documents, (one) => remove(table, one))
      return new Set(documents.filter((_, at) => !isRemoved[at]).map(({ _id }) => String(_id)))
    },

    /** Inserts a whole document again; `false` when its place, or what must be unique in it, is taken. */
    putBack: async (table: string, document: Document): Promise<boolean> =>
      unlessDuplicate(collection(table).insertOne(document, writeLimit)),
  }
}

export type RecordWriter = ReturnType<typeof recordWriter>

/** Long enough for many revisions of a batch to be copied together. */
const delayMs = 250

/** Copies revisions out of their records in the background, many at a time. What it misses, a sweep finds. */
export function revisionCopier(revisions: Pick<RevisionStore, 'flush'>, onError: (error: unknown) => void) {
  const waiting = new Map<string, Set<string>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let copied = Promise.resolve()
  async function copy(): Promise<void> {
    const due = [...waiting]
    waiting.clear()
    for (const [table, ids] of due) await revisions.flush(table, [...ids]).catch(onError)
  }
  const run = () => {
    clearTimeout(timer)
    timer = undefined
    copied = copied.then(copy)
    return copied
  }
  return {
    add(table: string, id: string): void {
      waiting.set(table, (waiting.get(table) ?? new Set()).add(id))
      timer ??= setTimeout(run, delayMs)
    },
    /** Copies what waits, once the copies under way have ended. */
    close: run,
  }
}

type SweepDeps = {
  tables: Pick<TableSchemaStore, 'all'>
  revisions: Pick<RevisionStore, 'sweep'>
}

/** Copies revisions that a crash left in their records. */
export const sweepRevisions =
  ({ tables, revisions }: SweepDeps) =>
  async (): Promise<void> =>
    revisions.sweep((await tables.all()).map(({ name }) => name))
