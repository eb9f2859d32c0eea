import { seconds } from '@app/contracts/durations'
import { AppError, invalidField, notFound } from '@app/contracts/errors'
import {
  collation,
  matchingLabels,
  recordFilter,
  resolveReferrers,
  type Scope,
  schemaIn,
  selectionOf,
  withinScope,
} from '@app/record-query'
import { readableTableSchema, type TableSchema } from '@app/table-schema'
import { type Collection, type Db, type Document, MongoServerError, ObjectId } from 'mongodb'
import * as v from 'valibot'

/** The schemas of tables, by which list queries are read. */
export const tableSchemas = (collection: () => Collection<{ _id: string }>) => ({
  /** `undefined` for an unknown table, and while its schema is not valid. */
  async find(table: string): Promise<TableSchema | undefined> {
    const stored = await collection().findOne({ _id: { $eq: table } }, { maxTimeMS: seconds(2) })
    const parsed = stored && v.safeParse(readableTableSchema, schemaIn(stored))
    return parsed?.success ? parsed.output : undefined
  },
})

export type TableSchemas = ReturnType<typeof tableSchemas>

/** Records by id, or those of a list query. */
type SelectedBy = { ids?: readonly string[] | undefined; query?: string | undefined }

const maxTimeMS = seconds(2)
/** As many as one word of a search may match in a list. */
const maxLabelMatches = 200

/** The database lets forms read few tables (deploy/mongo/users.js): none that a school has made itself. */
const unauthorized = 13
function refuseUnread(error: unknown): never {
  if (!(error instanceof MongoServerError) || error.code !== unauthorized) throw error
  const text =
    'People cannot be chosen here by a filter or a search through this table. Select them in the list instead.'
  throw new AppError('invalid_request', text, undefined, { cause: error })
}

/** Reads the records that a call names, as lists select them. */
export const selectedRecords = (db: () => Pick<Db, 'collection'>, schemas: Pick<TableSchemas, 'find'>) => {
  async function filterOf(table: string, { ids, query = '' }: SelectedBy, scope: Scope): Promise<Document> {
    if (ids) return { _id: { $in: ids.map((id) => new ObjectId(id)) } }
    const schema = await schemas.find(table)
    if (!schema) throw notFound()
    const selection = await resolveReferrers({ db, find: schemas.find }, schema, selectionOf(schema, query), scope)
    const idsIn = async ({ name }: { name: string }, filter: Document) => {
      const options = { projection: { _id: 1 }, limit: maxLabelMatches, maxTimeMS }
      const found = await db().collection(name).find(filter, options).toArray()
      return found.map(({ _id }) => String(_id))
    }
    const labels =
      selection.q === ''
        ? undefined
        : await matchingLabels({ find: schemas.find, ids: idsIn, scope }, schema, selection.q)
    return recordFilter(schema, selection, labels)
  }

  /**
   * These fields of the records that the scope holds, with their ids.
   * @throws AppError `not_found` without the table, `invalid_request` on a query that is not one of it, `invalid_input` beyond `max`
   */
  return async (
    table: string,
    by: SelectedBy,
    fields: readonly string[],
    max: number,
    scope: Scope,
  ): Promise<Document[]> => {
    const options = {
      projection: Object.fromEntries(fields.map((name) => [name, 1])),
      collation,
      limit: max + 1,
      maxTimeMS,
    }
    const found = await db()
      .collection(table)
      .find(await withinScope(scope, table, await filterOf(table, by, scope).catch(refuseUnread)), options)
      .sort({ _id: 1 })
      .toArray()
    if (found.length <= max) return found
    throw invalidField('query', `Choose at most ${max} records.`)
  }
}

export type SelectedRecords = ReturnType<typeof selectedRecords>
