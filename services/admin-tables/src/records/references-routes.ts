import { notFound } from '@app/contracts/errors'
import { listChoices, listReferrers } from '@app/contracts/references'
import type { ScopeOf } from '@app/record-query'
import { serve } from '@app/service/serve'
import { mayUse } from '@app/session'
import { tableOf } from '../tables/described-table'
import type { TableSchemaStore } from '../tables/table-schema-store'
import type { ReferenceStore } from './reference-store'

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
