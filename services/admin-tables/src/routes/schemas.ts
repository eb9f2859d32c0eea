import { listTables, readTable } from '@app/contracts/calls/tables'
import { serve } from '@app/service/serve'
import { mayUse } from '@app/session'
import type { TableSchemaStore } from '../models/table-schema-store'
import { tableOf } from './described-table'

type Deps = { tables: Pick<TableSchemaStore, 'listed' | 'find'> }

/** The tables and their descriptions. A broken description is listed with the reason. */
export const schemaRoutes = ({ tables }: Deps) => [
  serve(listTables, async ({ identity }) =>
    (await tables.listed()).filter(({ name }) => mayUse(identity.user, name, 'view')),
  ),
  serve(readTable, ({ params }) => tableOf(tables, params.name)),
]
