import {
  createRecord as createCall,
  deleteRecord as deleteCall,
  exportRecords,
  listRecords,
  readRecord,
  restoreRecord as restoreCall,
  updateRecord as updateCall,
} from '@app/contracts/calls/records'
import { totalCountHeader } from '@app/contracts/tables'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { type Descriptor, parseExportQuery, parseListQuery, type Selection } from '@app/table-schema'
import { Elysia } from 'elysia'
import { createRecord } from '../actions/create-record'
import { deleteRecord } from '../actions/delete-record'
import { type ExportSlots, exportSlots } from '../actions/export-slots'
import { exportTable } from '../actions/export-table'
import { recordNotFound } from '../actions/record-not-found'
import { restoreRecord } from '../actions/restore-record'
import { updateRecord } from '../actions/update-record'
import type { UserRights } from '../actions/user-rights'
import type { AuditStore } from '../models/audit-store'
import type { WireRecord } from '../models/read-record'
import type { RecordStore } from '../models/record-store'
import type { RecordWriter } from '../models/record-writer'
import type { ReferenceStore } from '../models/reference-store'
import type { TableSchemaStore } from '../models/table-schema-store'
import type { TrashStore } from '../models/trash-store'
import { actorOf, idempotencyKeyFrom, queryOf, tableOf, versionFrom } from './request-context'

export type RecordDeps = {
  guards: Pick<Guards, 'access'>
  tables: Pick<TableSchemaStore, 'find'>
  records: RecordStore
  references: Pick<ReferenceStore, 'of' | 'matching'>
  writer: RecordWriter
  trash: Pick<TrashStore, 'put' | 'find' | 'drop'>
  audit: Pick<AuditStore, 'add'>
  rights: UserRights
  slots?: ExportSlots
}

/** The records of described tables: list, read, write, delete, restore, export. */
export function recordRoutes(deps: RecordDeps) {
  const { guards, tables, records, references, trash, audit, slots = exportSlots() } = deps
  const [create, update, remove, restore] = [
    createRecord(deps),
    updateRecord(deps),
    deleteRecord(deps),
    restoreRecord(deps),
  ]
  const labelsFor = async (descriptor: Descriptor, { q }: Selection) =>
    q === '' ? undefined : references.matching(descriptor, q)

  /** A record, and under the reserved name `references` what it refers to. */
  async function withReferences(descriptor: Descriptor, record: WireRecord) {
    const referred = await references.of(descriptor, [record])
    return referred ? { ...record, references: referred } : record
  }

  return new Elysia({ name: 'record-routes' })
    .use(guards.access)
    .get(
      listRecords.path,
      async ({ params, request }) => {
        const descriptor = await tableOf(tables, params.table)
        const query = parseListQuery(descriptor, queryOf(request))
        const { data, total } = await records.page(descriptor, query, await labelsFor(descriptor, query))
        const referred = await references.of(descriptor, data)
        return {
          data,
          ...(referred && { references: referred }),
          page: query.page,
          limit: query.limit,
          total,
          totalPages: Math.ceil(total / query.limit),
        }
      },
      callRoute(listRecords),
    )
    .post(
      createCall.path,
      async ({ params, request, body, status, ...context }) => {
        const descriptor = await tableOf(tables, params.table)
        const record = await create(actorOf(context), descriptor, body, idempotencyKeyFrom(request))
        return status(201, await withReferences(descriptor, record))
      },
      callRoute(createCall),
    )
    .get(
      exportRecords.path,
      async ({ params, request, ...context }) => {
        const descriptor = await tableOf(tables, params.table)
        const selection = parseExportQuery(descriptor, queryOf(request))
        const actor = actorOf(context)
        const labels = await labelsFor(descriptor, selection)
        const release = slots.take(actor.sid)
        const [total, stream] = await Promise.all([
          records.total(descriptor, selection, labels),
          exportTable(descriptor, records.rows(descriptor, selection, labels), release, (batch) =>
            references.of(descriptor, batch),
          ),
        ])
        await audit.add(actor, 'export', descriptor.name)
        return new Response(stream, {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="${descriptor.name}.csv"`,
            ...(total !== undefined && { [totalCountHeader]: String(total) }),
          },
        })
      },
      callRoute(exportRecords),
    )
    .get(
      readRecord.path,
      async ({ params }) => {
        const descriptor = await tableOf(tables, params.table)
        const record = await records.one(descriptor, params.id)
        if (!record) throw await recordNotFound(trash, descriptor.name, params.id)
        return withReferences(descriptor, record)
      },
      callRoute(readRecord),
    )
    .put(
      updateCall.path,
      async ({ params, request, body, ...context }) => {
        const descriptor = await tableOf(tables, params.table)
        const record = await update(actorOf(context), descriptor, params.id, body, versionFrom(request))
        return withReferences(descriptor, record)
      },
      callRoute(updateCall),
    )
    .delete(
      deleteCall.path,
      async ({ params, ...context }) => {
        const { name } = await tableOf(tables, params.table)
        await remove(actorOf(context), name, params.id)
        return { success: true, id: params.id }
      },
      callRoute(deleteCall),
    )
    .post(
      restoreCall.path,
      async ({ params, ...context }) => {
        const descriptor = await tableOf(tables, params.table)
        return withReferences(descriptor, await restore(actorOf(context), descriptor, params.id))
      },
      callRoute(restoreCall),
    )
}
