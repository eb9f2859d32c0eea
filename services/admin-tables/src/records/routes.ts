import { type Gate, gate, type Leave } from '@app/concurrency/gate'
import { readBatch, startBatch, undoBatch } from '@app/contracts/batches'
import { AppError, notFound } from '@app/contracts/errors'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { createRecord, deleteRecord, restoreRecord, updateRecord } from '@app/contracts/record-changes'
import { exportRecords, listRecords, readRecord } from '@app/contracts/records'
import { listChoices, listReferrers } from '@app/contracts/references'
import { totalCountHeader } from '@app/contracts/tables'
import type { Actor } from '@app/jobs'
import type { Scope } from '@app/record-query'
import { unlessSame } from '@app/service/entity-tag'
import { reply, serve } from '@app/service/serve'
import { type Identity, mayUse } from '@app/session'
import {
  parseExportOptions,
  parseExportQuery,
  parseFields,
  parseListQuery,
  printCursor,
  type Selection,
  type TableSchema,
  withFields,
} from '@app/table-schema'
import type { Context } from '../context'
import { type TableSchemaStore, tableOf } from '../tables/table-schema-store'
import { type ApplyWrites, applyWrite } from './apply-writes'
import { csvFile, exportTable } from './export-table'
import { manageBatches } from './manage-batches'
import type { RecordStore } from './record-store'
import { addReferences, type ReferenceStore } from './reference-store'
import type { TrashStore } from './trash-store'
import { expectedVersion } from './update-record'
import { workbookFile } from './workbook-file'
import { recordNotFound, type Write } from './write'

type Deps = Pick<Context, 'audit' | 'jobs' | 'runner' | 'scopeOf'> & {
  tables: TableSchemaStore
  records: RecordStore
  references: ReferenceStore
  trash: TrashStore
  apply: ApplyWrites
}
type Caller = { identity: Identity; actor: Actor }

/** Creates, changes, deletes and restores single records. */
function writeRoutes({ tables, references, apply, scopeOf }: Deps) {
  const withReferences = addReferences(references)

  /** Makes one change; the record after it. */
  async function change({ identity, actor }: Caller, write: Write, source: 'form' | 'row' = 'form') {
    const schema = await tableOf(tables, write.table)
    const scope = scopeOf(identity.user)
    const { record } = await applyWrite(apply, actor, { source, scope }, write)
    return record && withReferences(scope, schema, record)
  }

  return [
    serve(createRecord, ({ params: { table }, headers, body, ...caller }) =>
      change(caller, { action: 'create', table, values: body, key: headers[idempotencyHeader] }),
    ),
    serve(updateRecord, ({ params: { table, id }, headers, body, ...caller }) => {
      const write = { action: 'update', table, id, values: body, expectedVersion: expectedVersion(headers) } as const
      // The form saves all its fields, an edit in the row its one.
      return change(caller, write, Object.keys(body).length === 1 ? 'row' : 'form')
    }),
    serve(deleteRecord, async ({ params: { table, id }, query, headers, ...caller }) => {
      const unlink = query.unlink === 'true'
      await change(caller, { action: 'delete', table, id, unlink, expectedVersion: expectedVersion(headers) })
      return { success: true, id }
    }),
    serve(restoreRecord, ({ params: { table, id }, ...caller }) => change(caller, { action: 'restore', table, id })),
  ]
}

/** The records that a field may refer to, and those that refer to a record. */
const referenceRoutes = ({ tables, references, scopeOf }: Deps) => [
  serve(listChoices, async ({ params, query, identity: { user } }) => {
    const schema = await tableOf(tables, params.table)
    const data = await references.choices(schema, params.field, query.q, Number(query.limit), {
      scope: scopeOf(user),
      mayRefer: mayUse(user, schema.name, 'edit'),
    })
    if (!data) throw notFound()
    return { data }
  }),
  serve(listReferrers, async ({ params, identity: { user } }) => {
    const { name } = await tableOf(tables, params.table)
    return references.referrers(name, params.id, scopeOf(user))
  }),
]

/** Many records at once. */
function batchRoutes({ tables, scopeOf, ...deps }: Deps) {
  const batches = manageBatches(deps)
  return [
    serve(startBatch, async ({ params, headers, body, actor, identity }) => {
      // As the call that restores one record.
      if (identity.isAccount && body.action === 'restore')
        throw new AppError('forbidden', 'Service accounts may not restore records.')
      const schema = await tableOf(tables, params.table)
      const batch = await batches.start(actor, schema, body, headers[idempotencyHeader], scopeOf(identity.user))
      return batch.state === 'done' ? batch : reply(202, batch)
    }),
    serve(readBatch, async ({ params: { table, id } }) => {
      await tableOf(tables, table)
      return batches.read(table, id)
    }),
    serve(undoBatch, async ({ params: { table, id }, actor }) => {
      await tableOf(tables, table)
      return batches.undo(actor, table, id)
    }),
  ]
}

const formats = {
  csv: { fileOf: csvFile, type: 'text/csv; charset=utf-8' },
  xlsx: { fileOf: workbookFile, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
}

/** Concurrent exports per process. */
const maxExports = 4

/** One export at a time per session and a few in all, so that exports do not slow down other requests. */
function startExport(exports: Gate, sid: string): Leave {
  const leave = exports.tryEnter(sid)
  if (leave) return leave
  const why = exports.holds(sid)
    ? 'Your previous export is still running. Wait for it to finish, or cancel it.'
    : 'Several exports are running. Please try again shortly.'
  throw new AppError('too_many_requests', why, undefined, { retryAfter: 5 })
}

/** Reads the records of described tables: list, one record, export. */
function readRoutes({ tables, records, references, trash, audit, scopeOf }: Deps) {
  const exports = gate(maxExports)
  const labelsFor = async (schema: TableSchema, { q }: Selection, scope: Scope) =>
    q === '' ? undefined : references.matching(schema, q, scope)

  const withReferences = addReferences(references)

  return [
    serve(listRecords, async ({ params, search, identity, request, set }) => {
      const schema = await tableOf(tables, params.table)
      const scope = scopeOf(identity.user)
      const query = await references.resolved(schema, parseListQuery(schema, search), scope)
      const { data: found, total } = await records.page(schema, query, scope, await labelsFor(schema, query, scope))
      const data = found.map((record) => withFields(record, query.fields))
      const last = found.length === query.limit ? found.at(-1) : undefined
      const referred = await references.of(schema, data, scope)
      const page = {
        data,
        ...(referred && { references: referred }),
        page: query.page,
        limit: query.limit,
        total,
        totalPages: Math.ceil(total / query.limit),
        next: last ? printCursor(schema, query.sort, last) : null,
      }
      return unlessSame({ request, set }, page)
    }),
    serve(exportRecords, async ({ params, search, identity, actor }) => {
      const schema = await tableOf(tables, params.table)
      const scope = scopeOf(identity.user)
      const { format, ...options } = parseExportOptions(schema, search)
      const { fileOf, type } = formats[format]
      const selection = await references.resolved(schema, parseExportQuery(schema, search), scope)
      const labels = await labelsFor(schema, selection, scope)
      const release = startExport(exports, actor.sid)
      const [total, stream] = await Promise.all([
        records.total(schema, selection, scope, labels),
        exportTable(
          fileOf(schema, options),
          records.rows(schema, selection, scope, labels),
          release,
          // A spreadsheet has labels only.
          (chunk) => references.of(schema, chunk),
        ),
      ])
      await audit.add({ actor, action: 'export', table: schema.name, about: { total: total ?? 'unknown' } })
      return new Response(stream, {
        headers: {
          'content-type': type,
          'content-disposition': `attachment; filename="${schema.name}.${format}"`,
          ...(total !== undefined && { [totalCountHeader]: String(total) }),
        },
      })
    }),
    serve(readRecord, async ({ params, query, identity, request, set }) => {
      const schema = await tableOf(tables, params.table)
      const scope = scopeOf(identity.user)
      const record = await records.one(schema, params.id, scope)
      if (!record) throw await recordNotFound(trash, schema.name, params.id, scope)
      const shown = withFields(record, parseFields(schema, query.fields ?? null))
      const read = await withReferences(scope, schema, shown)
      return unlessSame({ request, set }, read, String(record.updated_at ?? ''))
    }),
  ]
}

/** The records of described tables. */
export const recordRoutes = (deps: Deps) => [
  ...readRoutes(deps),
  ...writeRoutes(deps),
  ...batchRoutes(deps),
  ...referenceRoutes(deps),
]
