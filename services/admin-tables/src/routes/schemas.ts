import { listTables, readTable } from '@app/contracts/calls/tables'
import { callRoute } from '@app/service/call-route'
import { type Guards, mayUse } from '@app/session'
import { Elysia } from 'elysia'
import type { TableSchemaStore } from '../models/table-schema-store'
import { tableFor } from './request-context'

type Deps = { guards: Pick<Guards, 'access'>; tables: Pick<TableSchemaStore, 'listed' | 'find'> }

/** The tables and their descriptions. A broken description is listed with the reason. */
export const schemaRoutes = ({ guards, tables }: Deps) =>
  new Elysia({ name: 'schema-routes' })
    .use(guards.access)
    .get(
      listTables.path,
      async ({ identity }) => (await tables.listed()).filter(({ name }) => mayUse(identity.user, name, 'view')),
      callRoute(listTables),
    )
    .get(
      readTable.path,
      ({ params, identity }) => tableFor(tables, identity, params.name, 'view'),
      callRoute(readTable),
    )
