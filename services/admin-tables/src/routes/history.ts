import { readBatchRecords } from '@app/contracts/calls/batches'
import { listTrash, purgeRecord, readHistory, revertRecord } from '@app/contracts/calls/history'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import { addReferences } from '../actions/add-references'
import { type HistoryDeps, historyReader } from '../actions/read-history'
import { type TrashDeps, trashActions } from '../actions/trash'
import { undoneBatch } from '../actions/undo-batch'
import type { ReferenceStore } from '../models/reference-store'
import { type ApplyWrites, applyWrite } from '../writes/apply-writes'
import { actorOf, tableFor, versionFrom } from './request-context'

export type HistoryRouteDeps = HistoryDeps &
  TrashDeps & {
    guards: Pick<Guards, 'access'>
    references: Pick<ReferenceStore, 'of' | 'labels'>
    apply: ApplyWrites
  }

/** What happened to records, and the deleted ones. */
export function historyRoutes(deps: HistoryRouteDeps) {
  const { guards, tables, apply } = deps
  const history = historyReader(deps)
  const trash = trashActions(deps)
  const withReferences = addReferences(deps.references)
  return new Elysia({ name: 'history-routes' })
    .use(guards.access)
    .get(
      readHistory.path,
      async ({ params: { table, id }, query, identity }) =>
        history.page(await tableFor(tables, identity, table, 'view'), id, Number(query.page)),
      callRoute(readHistory),
    )
    .get(
      readBatchRecords.path,
      async ({ params: { table, id }, query, identity }) => {
        const descriptor = await tableFor(tables, identity, table, 'view')
        return history.ofBatch(descriptor, query.undo ? undoneBatch(id) : id, Number(query.page))
      },
      callRoute(readBatchRecords),
    )
    .post(
      revertRecord.path,
      async ({ params: { table, id }, body, request, ...context }) => {
        const descriptor = await tableFor(tables, context.identity, table, 'edit')
        const values = await history.valuesAfter(descriptor, id, body.revision)
        const write = { action: 'update', table, id, values, seen: versionFrom(request) } as const
        const { record } = await applyWrite(apply, actorOf(context), { source: 'restore' }, write)
        return record && withReferences(context.identity.user, descriptor, record)
      },
      callRoute(revertRecord),
    )
    .get(
      listTrash.path,
      ({ query, identity }) => trash.list(identity.user, query.table, query.q ?? '', Number(query.page)),
      callRoute(listTrash),
    )
    .delete(
      purgeRecord.path,
      async ({ params: { table, id }, ...context }) => {
        await trash.purge(actorOf(context), table, id)
        return { success: true, id }
      },
      callRoute(purgeRecord),
    )
}
