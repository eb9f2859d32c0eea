import { AppError } from '@app/contracts/errors'
import { idempotencyKey } from '@app/contracts/forms'
import { totalCountHeader } from '@app/contracts/tables'
import type { Guards } from '@app/session'
import { parseExportQuery, parseListQuery } from '@app/table-schema'
import { Elysia } from 'elysia'
import * as v from 'valibot'
import { createRecord } from '../actions/create-record'
import { deleteRecord } from '../actions/delete-record'
import { notFound } from '../actions/deleted-record'
import { type ExportSlots, exportSlots } from '../actions/export-slots'
import { exportTable } from '../actions/export-table'
import { restoreRecord } from '../actions/restore-record'
import { updateRecord } from '../actions/update-record'
import type { UserRights } from '../actions/user-rights'
import type { AuditStore } from '../models/audit-store'
import type { RecordStore } from '../models/record-store'
import type { RecordWriter } from '../models/record-writer'
import type { TableSchemaStore } from '../models/table-schema-store'
import type { TrashStore } from '../models/trash-store'
import { actorOf, idOf, queryOf, tableOf } from './asking'

export type RecordDeps = {
  guards: Pick<Guards, 'admin'>
  tables: Pick<TableSchemaStore, 'find'>
  records: RecordStore
  writer: RecordWriter
  trash: Pick<TrashStore, 'put' | 'find' | 'drop'>
  audit: Pick<AuditStore, 'add'>
  rights: UserRights
  slots?: ExportSlots
}

/** The time of change that the editor saw; nothing when any will do. */
function seenIn(request: Request): string | undefined {
  const given = request.headers.get('if-match')?.trim()
  return given === undefined || given === '*' ? undefined : given.replace(/^(?:W\/)?"(.*)"$/, '$1')
}

function keyIn(request: Request): string | undefined {
  const given = request.headers.get('idempotency-key')
  if (given === null) return undefined
  if (v.is(idempotencyKey, given)) return given
  throw new AppError('invalid_request', 'The Idempotency-Key must have 8 to 64 letters, digits, - or _.')
}

/** The records of described tables: list, read, write, delete, take back, export. */
export function recordRoutes(deps: RecordDeps) {
  const { guards, tables, records, trash, audit, slots = exportSlots() } = deps
  const [create, update, remove, restore] = [
    createRecord(deps),
    updateRecord(deps),
    deleteRecord(deps),
    restoreRecord(deps),
  ]
  return new Elysia({ name: 'record-routes', prefix: '/tables' })
    .use(guards.admin)
    .get('/:table', async ({ params, request }) => {
      const descriptor = await tableOf(tables, params.table)
      const query = parseListQuery(descriptor, queryOf(request))
      const { data, total } = await records.page(descriptor, query)
      return { data, page: query.page, limit: query.limit, total, totalPages: Math.ceil(total / query.limit) }
    })
    .post('/:table', async ({ params, request, body, status, ...context }) => {
      const descriptor = await tableOf(tables, params.table)
      return status(201, await create(actorOf(context), descriptor, body, keyIn(request)))
    })
    .get('/:table/export', async ({ params, request, ...context }) => {
      const descriptor = await tableOf(tables, params.table)
      const selection = parseExportQuery(descriptor, queryOf(request))
      const actor = actorOf(context)
      const release = slots.take(actor.sid)
      const [total, stream] = await Promise.all([
        records.total(descriptor, selection),
        exportTable(descriptor, records.rows(descriptor, selection), release),
      ])
      await audit.add(actor, 'export', descriptor.name)
      return new Response(stream, {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${descriptor.name}.csv"`,
          ...(total !== undefined && { [totalCountHeader]: String(total) }),
        },
      })
    })
    .get('/:table/:id', async ({ params }) => {
      const descriptor = await tableOf(tables, params.table)
      const id = idOf(params.id)
      const record = await records.one(descriptor, id)
      if (!record) throw await notFound(trash, descriptor.name, id)
      return record
    })
    .put('/:table/:id', async ({ params, request, body, ...context }) => {
      const descriptor = await tableOf(tables, params.table)
      return update(actorOf(context), descriptor, idOf(params.id), body, seenIn(request))
    })
    .delete('/:table/:id', async ({ params, ...context }) => {
      const { name } = await tableOf(tables, params.table)
      const id = idOf(params.id)
      await remove(actorOf(context), name, id)
      return { success: true, id }
    })
    .post('/:table/:id/restore', async ({ params, ...context }) => {
      const descriptor = await tableOf(tables, params.table)
      return restore(actorOf(context), descriptor, idOf(params.id))
    })
}
