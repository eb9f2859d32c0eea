import { listTables, readTable } from '@app/contracts/tables'
import type { ScopeOf } from '@app/record-query'
import { serve } from '@app/service/serve'
import { tableOf } from './described-table'
import type { TableSchemaStore } from './table-schema-store'

type Deps = { tables: Pick<TableSchemaStore, 'listed' | 'find'>; scopeOf: ScopeOf }

/** The tables and their descriptions. A broken description is listed with the reason. */
export const schemaRoutes = ({ tables, scopeOf }: Deps) => [
  serve(listTables, async ({ identity }) =>
    (await tables.listed()).filter(({ name }) => scopeOf(identity.user).reach(name) !== 'none'),
  ),
  serve(readTable, ({ params }) => tableOf(tables, params.name)),
]
