import type { Audit } from '@app/audit'
import { exportAudit, readAudit as readAuditCall } from '@app/contracts/audit'
import { readBatchRecords } from '@app/contracts/batches'
import { listTrash, purgeRecord, readHistory, revertRecord } from '@app/contracts/history'
import type { ScopeOf } from '@app/record-query'
import { serve } from '@app/service/serve'
import { streamOf } from '@app/service/stream-of'
import { type ApplyWrites, applyWrite } from '../records/apply-writes'
import { addReferences, type ReferenceStore } from '../records/reference-store'
import { undoneBatch } from '../records/undo-job'
import { expectedVersion } from '../records/update-record'
import { tableOf } from '../tables/table-schema-store'
import { type AuditReadDeps, readAudit } from './read-audit'
import { type HistoryDeps, historyReader } from './read-history'
import { type TrashDeps, trashActions } from './trash'

type HistoryRouteDeps = HistoryDeps &
  TrashDeps & {
    references: Pick<ReferenceStore, 'of' | 'labels'>
    apply: ApplyWrites
    scopeOf: ScopeOf
  }

/** The history of records, and the deleted ones. */
export function historyRoutes(deps: HistoryRouteDeps) {
  const { tables, apply, scopeOf } = deps
  const history = historyReader(deps)
  const trash = trashActions(deps)
  const withReferences = addReferences(deps.references)
  return [
    serve(readHistory, async ({ params: { table, id }, query, identity }) =>
      history.page(await tableOf(tables, table), id, scopeOf(identity.user), Number(query.page), query.who),
    ),
    serve(readBatchRecords, async ({ params: { table, id }, query }) => {
      const schema = await tableOf(tables, table)
      return history.ofBatch(schema, query.undo ? undoneBatch(id) : id, Number(query.page))
    }),
    serve(revertRecord, async ({ params: { table, id }, headers, body, identity, actor }) => {
      const schema = await tableOf(tables, table)
      const values = await history.valuesToRestore(schema, id, body)
      const write = { action: 'update', table, id, values, expectedVersion: expectedVersion(headers) } as const
      const scope = scopeOf(identity.user)
      const { record } = await applyWrite(apply, actor, { source: 'restore', scope }, write)
      return record && withReferences(scope, schema, record)
    }),
    serve(listTrash, ({ query, identity }) =>
      trash.list(identity.user, query.table, query.q ?? '', Number(query.page)),
    ),
    serve(purgeRecord, async ({ params: { table, id }, actor }) => {
      await trash.purge(actor, table, id)
      return { success: true, id }
    }),
  ]
}

type AuditRouteDeps = AuditReadDeps & { audit: Pick<Audit, 'add'> }

/** The audit, for admins. */
export function auditRoutes({ audit, ...deps }: AuditRouteDeps) {
  const read = readAudit(deps)
  return [
    serve(readAuditCall, ({ query }) => read.page(query, Number(query.page))),
    serve(exportAudit, async ({ query, actor }) => {
      await audit.add({ actor, action: 'export', about: { of: 'activity' } })
      return new Response(streamOf(read.lines(query)), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="activity.csv"',
        },
      })
    }),
  ]
}
