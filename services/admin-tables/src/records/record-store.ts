import { seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import { collation, type LabelMatches, recordFilter, type Scope, unsettledField, withinScope } from '@app/record-query'
import type { ListQuery, Selection, TableSchema } from '@app/table-schema'
import { BSON, type CollationOptions, type Db, type Document, MongoServerError, ObjectId } from 'mongodb'
import {
  projectionOf,
  recordReader,
  storedFields,
  tableProjection,
  tableReader,
  type WireRecord,
} from '../tables/read-record'

const maxTimeMS = seconds(2)
const exportChunk = 250
/** Some servers sort a whole table before they return its first row. The driver supports the option, its types do not. */
const exportTimeout: object = { socketTimeoutMS: seconds(115) }

/** Equal values are ordered by `_id` the same way, so that each record is on one page only. */
const orderOf = ({ field, direction }: ListQuery['sort'], reversed = false) => {
  const order = (direction === 'asc') === reversed ? -1 : 1
  return field === 'id' ? ({ _id: order } as const) : ({ [field]: order, _id: order } as const)
}

/** The records behind a cursor, in an order in which what is empty is smallest. */
function behind(schema: TableSchema, { sort, after }: ListQuery): Document {
  if (!after) return {}
  const [isUp, _id] = [sort.direction === 'asc', new ObjectId(after.id)]
  const next = isUp ? { $gt: _id } : { $lt: _id }
  if (sort.field === 'id') return { _id: next }
  const { field } = sort
  const unsettled = unsettledField(schema.name)
  const meanwhile = unsettled?.field === field ? unsettled.meanwhile : undefined
  const stored = storedFields(schema, { [field]: after.value })[field] ?? meanwhile ?? null
  const same = { [field]: stored, _id: next }
  if (stored === null) return isUp ? { $or: [{ [field]: { $ne: null } }, same] } : same
  if (isUp) return { $or: [{ [field]: { $gt: stored } }, same] }
  return { $or: [{ [field]: { $lt: stored } }, { [field]: null }, same] }
}

/** No index serves these: every record that the other filters leave is read. */
const isSearch = ({ q, filters }: Selection) => q !== '' || filters.some(({ operator }) => operator === 'contains')

/** Translates the time limit of the database; other errors are rethrown. */
function inTime(error: unknown): never {
  if (!(error instanceof MongoServerError) || error.code !== 50) throw error
  const text = 'The search took too long. Narrow it down with another filter, or search for less.'
  throw new AppError('unavailable', text, undefined, { cause: error })
}

/** `raw` hands out the bytes of each document, which the driver's types do not say. */
const readAll = (rows: unknown[], schema: TableSchema) => (rows as Buffer[]).map(tableReader(schema))

/** The chunks of an export; the next one is read while the last one is written out. */
export type Rows = { next(): Promise<WireRecord[] | undefined>; close(): Promise<void> }

/**
 * Reads the records of described tables, within the scope of whoever reads. Returns `id`, declared fields and the two times only.
 *
 * A search that finds at most `maxFound` is answered by one read of the table. Beyond `deepSkip` records the count comes first, to
 * read the page from the nearer end; before it, page and count are read concurrently.
 */
export function recordStore(db: () => Db, { maxFound = 500, deepSkip = 1_000 } = {}) {
  const collection = (name: string) => db().collection(name)

  const aggregateRaw = async (name: string, pipeline: Document[], options: { batchSize?: number } = {}) =>
    (await collection(name)
      .aggregate(pipeline, { collation, maxTimeMS, raw: true, ...options })
      .toArray()) as Buffer[]

  /** Exact. */
  async function count(name: string, filter: Document): Promise<number> {
    const [counted] = await aggregateRaw(name, [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }])
    return counted ? Number(BSON.deserialize(counted)['n']) : 0
  }

  /**
   * The results of a search, in order; `undefined` when it is more than `maxFound`. It is found in whatever order it is stored, and
   * sorted alone: walking the index of the order would look up each record of the table separately.
   */
  async function found(
    schema: TableSchema,
    filter: Document,
    sort: Record<string, 1 | -1>,
  ): Promise<Buffer[] | undefined> {
    const limit = maxFound + 1
    const pipeline = [{ $match: filter }, { $limit: limit }, { $sort: sort }, { $project: tableProjection(schema) }]
    const rows = await aggregateRaw(schema.name, pipeline, { batchSize: limit })
    return rows.length > maxFound ? undefined : rows
  }

  return {
    /** One page, and how many records there are in all. */
    async page(
      schema: TableSchema,
      query: ListQuery,
      scope: Scope,
      labels?: LabelMatches,
    ): Promise<{ data: WireRecord[]; total: number }> {
      const { page, limit, after } = query
      const { name } = schema
      const selected = await withinScope(scope, name, recordFilter(schema, query, labels))
      const filter = after ? { $and: [selected, behind(schema, query)] } : selected
      const asked = { projection: tableProjection(schema), collation, maxTimeMS }
      const read = async (skip: number, size: number, reversed = false) => {
        const options = { ...asked, sort: orderOf(query.sort, reversed), skip, limit: size }
        return readAll(
          await collection(name)
            .find(filter, { ...options, batchSize: size, raw: true })
            .toArray(),
          schema,
        )
      }
      const skip = (page - 1) * limit
      try {
        if (after) {
          const [data, total] = await Promise.all([read(0, limit), count(name, selected)])
          return { data, total }
        }
        const all = isSearch(query) ? await found(schema, filter, orderOf(query.sort)) : undefined
        if (all) return { data: readAll(all.slice(skip, skip + limit), schema), total: all.length }
        if (skip < deepSkip) {
          const [data, total] = await Promise.all([read(skip, limit), count(name, filter)])
          return { data, total }
        }
        const total = await count(name, filter)
        const size = Math.min(limit, total - skip)
        if (size <= 0) return { data: [], total }
        const behind = total - skip - size
        const data = behind < skip ? (await read(behind, size, true)).reverse() : await read(skip, size)
        return { data, total }
      } catch (error) {
        return inTime(error)
      }
    },

    async one(schema: TableSchema, id: string, scope: Scope): Promise<WireRecord | undefined> {
      const options = { projection: tableProjection(schema), maxTimeMS, raw: true }
      const filter = await withinScope(scope, schema.name, { _id: new ObjectId(id) })
      const bytes = await collection(schema.name).findOne(filter, options)
      return bytes ? tableReader(schema)(bytes as unknown as Buffer) : undefined
    },

    /** The records with these ids, in no order; those that do not exist are left out. */
    async some(schema: TableSchema, ids: readonly string[], scope: Scope): Promise<WireRecord[]> {
      const options = { projection: tableProjection(schema), maxTimeMS, raw: true }
      const named = { _id: { $in: ids.map((id) => new ObjectId(id)) } }
      const found = collection(schema.name).find(await withinScope(scope, schema.name, named), options)
      return readAll(await found.toArray(), schema)
    },

    /** The number of records in a selection; `undefined` when counting takes too long. */
    total: async (
      schema: TableSchema,
      selection: Selection,
      scope: Scope,
      labels?: LabelMatches,
    ): Promise<number | undefined> => {
      const filter = await withinScope(scope, schema.name, recordFilter(schema, selection, labels))
      return count(schema.name, filter).catch(() => undefined)
    },

    /** Every record of a selection in its order. It keeps two chunks in memory, however many there are. */
    rows(schema: TableSchema, selection: Selection, scope: Scope, labels?: LabelMatches): Rows {
      const opened = withinScope(scope, schema.name, recordFilter(schema, selection, labels)).then((filter) =>
        collection(schema.name).find(filter, {
          projection: tableProjection(schema),
          sort: orderOf(selection.sort),
          batchSize: exportChunk,
          collation,
          raw: true,
          ...exportTimeout,
        }),
      )
      const fetch = async () => {
        const cursor = await opened
        return (await cursor.hasNext()) ? cursor.readBufferedDocuments() : undefined
      }
      let ahead = fetch()
      return {
        async next() {
          const rows = await ahead
          if (!rows) return undefined
          ahead = fetch()
          // Awaited at the next call, which also reports its error.
          ahead.catch(() => {})
          return readAll(rows, schema)
        },
        async close() {
          // A cursor is created by the first read: closed before that, it would stay open on the server for minutes.
          await ahead.catch(() => {})
          await (await opened).close()
        },
      }
    },
  }
}

export type RecordStore = ReturnType<typeof recordStore>

type RowOptions = { limit: number; skip?: number; sort?: Record<string, 1 | -1>; collation?: CollationOptions }

/** Reads some fields of at most `limit` records, with their ids, in one call to the database. `limit` is not 0. */
export const rowReader =
  (db: () => Db) =>
  async (table: string, filter: Document, fields: Iterable<string>, options: RowOptions): Promise<WireRecord[]> => {
    const shown = new Set(fields)
    const rows = await db()
      .collection(table)
      .find(filter, { projection: projectionOf(shown), maxTimeMS, batchSize: options.limit, raw: true, ...options })
      .toArray()
    return (rows as unknown as Buffer[]).map(recordReader(shown))
  }
