import type { Audit } from '@app/audit'
import { exportRecords, listRecords, readRecord } from '@app/contracts/calls/records'
import { totalCountHeader } from '@app/contracts/tables'
import { callRoute } from '@app/service/call-route'
import { type Guards, mayUse } from '@app/session'
import { type Descriptor, parseCsvOptions, parseExportQuery, parseListQuery, type Selection } from '@app/table-schema'
import { Elysia } from 'elysia'
import { addReferences } from '../actions/add-references'
import { type ExportSlots, exportSlots } from '../actions/export-slots'
import { exportTable } from '../actions/export-table'
import type { RecordStore } from '../models/record-store'
import type { ReferenceStore } from '../models/reference-store'
import type { TableSchemaStore } from '../models/table-schema-store'
import type { TrashStore } from '../models/trash-store'
import { recordNotFound } from '../writes/record-not-found'
import { actorOf, queryOf, tableFor } from './request-context'

export type RecordDeps = {
  guards: Pick<Guards, 'access'>
  tables: Pick<TableSchemaStore, 'find'>
  records: RecordStore
  references: Pick<ReferenceStore, 'of' | 'matching'>
  trash: Pick<TrashStore, 'find'>
  audit: Pick<Audit, 'add'>
  slots?: ExportSlots
}

/** Reads the records of described tables: list, one record, export. */
export function recordRoutes(deps: RecordDeps) {
  const { guards, tables, records, references, trash, audit, slots = exportSlots() } = deps
  const labelsFor = async (descriptor: Descriptor, { q }: Selection) =>
    q === '' ? undefined : references.matching(descriptor, q)

  const withReferences = addReferences(references)

  return new Elysia({ name: 'record-routes' })
    .use(guards.access)
    .get(
      listRecords.path,
      async ({ params, request, identity }) => {
        const descriptor = await tableFor(tables, identity, params.table, 'view')
        const query = parseListQuery(descriptor, queryOf(request))
        const { data, total } = await records.page(descriptor, query, await labelsFor(descriptor, query))
        const referred = await references.of(descriptor, data, (table) => mayUse(identity.user, table, 'view'))
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
    .get(
      exportRecords.path,
      async ({ params, request, ...context }) => {
        const descriptor = await tableFor(tables, context.identity, params.table, 'export')
        const query = queryOf(request)
        const selection = parseExportQuery(descriptor, query)
        const options = parseCsvOptions(descriptor, query)
        const actor = actorOf(context)
        const labels = await labelsFor(descriptor, selection)
        const release = slots.take(actor.sid)
        const [total, stream] = await Promise.all([
          records.total(descriptor, selection, labels),
          exportTable(
            descriptor,
            records.rows(descriptor, selection, labels),
            release,
            // A spreadsheet has labels only.
            (batch) => references.of(descriptor, batch, () => false),
            options,
          ),
        ])
        await audit.add({ actor, action: 'export', table: descriptor.name, about: { total: total ?? 'unknown' } })
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
      async ({ params, identity }) => {
        const descriptor = await tableFor(tables, identity, params.table, 'view')
        const record = await records.one(descriptor, params.id)
        if (!record) throw await recordNotFound(trash, descriptor.name, params.id)
        return withReferences(identity.user, descriptor, record)
      },
      callRoute(readRecord),
    )
}
