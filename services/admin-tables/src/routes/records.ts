import { AppError } from '@app/contracts/errors'
import { parseListQuery } from '@app/table-schema'
import { Elysia } from 'elysia'
import type { RecordStore } from '../models/record-store'
import type { TableSchemaStore } from '../models/table-schema-store'

const longestQuery = 4_096

function paramsOf(request: Request): URLSearchParams {
  const at = request.url.indexOf('?')
  if (at < 0) return new URLSearchParams()
  if (request.url.length - at > longestQuery) throw new AppError('invalid_request', 'The query is too long')
  return new URLSearchParams(request.url.slice(at))
}

/** The records of a described table; any other name is not found, whatever the database holds. */
export const recordRoutes = ({
  tables,
  records,
}: {
  tables: Pick<TableSchemaStore, 'find'>
  records: Pick<RecordStore, 'page'>
}) =>
  new Elysia({ name: 'record-routes', prefix: '/tables' }).get('/:table', async ({ params, request }) => {
    const descriptor = await tables.find(params.table)
    if (!descriptor) throw new AppError('not_found', 'Not found.')
    const query = parseListQuery(descriptor, paramsOf(request))
    const { data, total } = await records.page(descriptor, query)
    return { data, page: query.page, limit: query.limit, total, totalPages: Math.ceil(total / query.limit) }
  })
