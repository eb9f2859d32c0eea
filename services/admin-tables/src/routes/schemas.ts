import { Elysia } from 'elysia'
import type { TableSchemaStore } from '../models/table-schema-store'
import { tableOf } from './asking'

/** What tables there are and how they look. A broken description stands in its place with the reason. */
export const schemaRoutes = ({ tables }: { tables: Pick<TableSchemaStore, 'listed' | 'find'> }) =>
  new Elysia({ name: 'schema-routes', prefix: '/admin/schemas' })
    .get('/', () => tables.listed())
    .get('/:name', ({ params }) => tableOf(tables, params.name))
