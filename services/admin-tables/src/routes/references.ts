import { listChoices, listReferrers } from '@app/contracts/calls/references'
import { AppError } from '@app/contracts/errors'
import { callRoute } from '@app/service/call-route'
import { type Guards, mayUse } from '@app/session'
import { Elysia } from 'elysia'
import type { ReferenceStore } from '../models/reference-store'
import type { TableSchemaStore } from '../models/table-schema-store'
import { tableOf } from './request-context'

type Deps = {
  guards: Pick<Guards, 'access'>
  tables: Pick<TableSchemaStore, 'find'>
  references: Pick<ReferenceStore, 'choices' | 'referrers'>
}

const notFound = () => new AppError('not_found', 'Not found.')

/** What a field may refer to, and who refers to a record. */
export const referenceRoutes = ({ guards, tables, references }: Deps) =>
  new Elysia({ name: 'reference-routes' })
    .use(guards.access)
    .get(
      listChoices.path,
      async ({ params, query, identity: { user } }) => {
        const descriptor = await tableOf(tables, params.table)
        if (!mayUse(user, descriptor.name, 'view')) throw notFound()
        const data = await references.choices(descriptor, params.field, query.q, Number(query.limit), {
          maySee: (table) => mayUse(user, table, 'view'),
          mayRefer: mayUse(user, descriptor.name, 'edit'),
        })
        if (!data) throw notFound()
        return { data }
      },
      callRoute(listChoices),
    )
    .get(
      listReferrers.path,
      async ({ params, identity: { user } }) => {
        const { name } = await tableOf(tables, params.table)
        if (!mayUse(user, name, 'view')) throw notFound()
        return references.referrers(name, params.id, (table) => mayUse(user, table, 'view'))
      },
      callRoute(listReferrers),
    )
