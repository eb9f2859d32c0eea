import { readBatch, startBatch, undoBatch } from '@app/contracts/batches'
import { AppError, notFound } from '@app/contracts/errors'
import { idempotencyHeader } from '@app/contracts/idempotency'
import { listChoices, listReferrers } from '@app/contracts/references'
import type { ScopeOf } from '@app/record-query'
import { reply, serve } from '@app/service/serve'
import { mayUse } from '@app/session'
import { tableOf } from '../tables/described-table'
import type { TableSchemaStore } from '../tables/table-schema-store'
import { type BatchActionDeps, manageBatches } from './manage-batches'
import type { ReferenceStore } from './reference-store'

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

type Deps = {
  tables: Pick<TableSchemaStore, 'find'>
  references: Pick<ReferenceStore, 'choices' | 'referrers'>
  scopeOf: ScopeOf
}

/** The records that a field may refer to, and those that refer to a record. */
export const referenceRoutes = ({ tables, references, scopeOf }: Deps) => [
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
