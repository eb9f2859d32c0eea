import { idempotencyHeader } from '@app/contracts/idempotency'
import { createRecord, deleteRecord, restoreRecord, updateRecord } from '@app/contracts/record-changes'
import type { Actor } from '@app/jobs'
import type { ScopeOf } from '@app/record-query'
import { serve } from '@app/service/serve'
import type { Identity } from '@app/session'
import { type TableSchemaStore, tableOf } from '../tables/table-schema-store'
import { type ApplyWrites, applyWrite } from './apply-writes'
import { addReferences, type ReferenceStore } from './reference-store'
import { expectedVersion } from './update-record'
import type { Write } from './write'

type RecordWriteDeps = {
  tables: Pick<TableSchemaStore, 'find'>
  references: Pick<ReferenceStore, 'of'>
  apply: ApplyWrites
  scopeOf: ScopeOf
}
type Caller = { identity: Identity; actor: Actor }

/** Creates, changes, deletes and restores single records. */
export function recordWriteRoutes({ tables, references, apply, scopeOf }: RecordWriteDeps) {
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
