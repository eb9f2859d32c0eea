import { listTables, readTable } from '@app/contracts/calls/tables'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { TableSchemaStore } from '../models/table-schema-store'
import { tableOf } from './request-context'

/** The tables and their descriptions. A broken description is listed with the reason. */
type Deps = { guards: Pick<Guards, 'access'>; tables: Pick<TableSchemaStore, 'listed' | 'find'> }

export const schemaRoutes = ({ guards, tables }: Deps) =>
  new Elysia({ name: 'schema-routes' })
    .use(guards.access)
    .get(listTables.path, () => tables.listed(), callRoute(listTables))
    .get(readTable.path, ({ params }) => tableOf(tables, params.name), callRoute(readTable))
