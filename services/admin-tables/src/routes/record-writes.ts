import { createRecord, deleteRecord, restoreRecord, updateRecord } from '@app/contracts/calls/records'
import { AppError } from '@app/contracts/errors'
import { callRoute } from '@app/service/call-route'
import { type Guards, mayUse, type User } from '@app/session'
import { Elysia } from 'elysia'
import { addReferences } from '../actions/add-references'
import type { ReferenceStore } from '../models/reference-store'
import type { TableSchemaStore } from '../models/table-schema-store'
import { type ApplyWrites, applyWrite } from '../writes/apply-writes'
import type { Write } from '../writes/write'
import { actorOf, idempotencyKeyFrom, sourceFrom, tableFor, versionFrom } from './request-context'

export type RecordWriteDeps = {
  guards: Pick<Guards, 'access'>
  tables: Pick<TableSchemaStore, 'find'>
  references: Pick<ReferenceStore, 'of' | 'referrers'>
  apply: ApplyWrites
}

/** Creates, changes, deletes and restores single records. */
export function recordWriteRoutes({ guards, tables, references, apply }: RecordWriteDeps) {
  const withReferences = addReferences(references)

  /** Taking a record out of others changes those: it needs the right to edit their tables. */
  async function mayUnlink(user: User, table: string, id: string): Promise<void> {
    const referrers = await references.referrers(table, id, (from) => !mayUse(user, from, 'edit'))
    if (referrers.length > 0)
      throw new AppError('forbidden', 'Records that you may not change refer to this one. Ask an admin to delete it.')
  }

  /** Makes one change for a user with the right to it; the record after it. */
  async function change(context: Parameters<typeof actorOf>[0], request: Request, write: Write) {
    const descriptor = await tableFor(tables, context.identity, write.table, 'edit')
    const { record } = await applyWrite(apply, actorOf(context), { source: sourceFrom(request) }, write)
    return record && withReferences(context.identity.user, descriptor, record)
  }

  return new Elysia({ name: 'record-write-routes' })
    .use(guards.access)
    .post(
      createRecord.path,
      async ({ params: { table }, request, body, status, ...context }) =>
        status(
          201,
          await change(context, request, { action: 'create', table, values: body, key: idempotencyKeyFrom(request) }),
        ),
      callRoute(createRecord),
    )
    .put(
      updateRecord.path,
      ({ params: { table, id }, request, body, ...context }) =>
        change(context, request, { action: 'update', table, id, values: body, seen: versionFrom(request) }),
      callRoute(updateRecord),
    )
    .delete(
      deleteRecord.path,
      async ({ params: { table, id }, query, request, ...context }) => {
        const unlink = query.unlink === 'true'
        if (unlink) await mayUnlink(context.identity.user, table, id)
        await change(context, request, { action: 'delete', table, id, unlink, seen: versionFrom(request) })
        return { success: true, id }
      },
      callRoute(deleteRecord),
    )
    .post(
      restoreRecord.path,
      ({ params: { table, id }, request, ...context }) => change(context, request, { action: 'restore', table, id }),
      callRoute(restoreRecord),
    )
}
