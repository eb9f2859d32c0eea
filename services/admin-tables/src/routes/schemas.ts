import { AppError } from '@app/contracts/errors'
import { Elysia } from 'elysia'
import type { TableSchemaStore } from '../models/table-schema-store'

/** What tables there are and how they look. */
export const schemaRoutes = ({ tables }: { tables: Pick<TableSchemaStore, 'all' | 'find'> }) =>
  new Elysia({ name: 'schema-routes', prefix: '/admin/schemas' })
    .get('/', () => tables.all())
    .get('/:name', async ({ params }) => {
      const descriptor = await tables.find(params.name)
      if (!descriptor) throw new AppError('not_found', 'Not found.')
      return descriptor
    })
