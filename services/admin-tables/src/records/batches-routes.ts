import { readBatch, startBatch, undoBatch } from '@app/contracts/batches'
import { AppError } from '@app/contracts/errors'
import { idempotencyHeader } from '@app/contracts/idempotency'
import type { ScopeOf } from '@app/record-query'
import { reply, serve } from '@app/service/serve'
import { tableOf } from '../tables/described-table'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { type BatchActionDeps, manageBatches } from './manage-batches'

export type BatchDeps = BatchActionDeps & { tables: Pick<TableSchemaStore, 'find'>; scopeOf: ScopeOf }

/** Many records at once. */
export function batchRoutes({ tables, scopeOf, ...deps }: BatchDeps) {
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
