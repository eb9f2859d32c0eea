import { parseExportQuery, type Selection, type TableSchema } from '@app/table-schema'

/** Parameters of a list's address besides those that select its records. */
const ofThePage = ['page', 'limit', 'view']

/** Reads the query of a list, whatever page of it was shown. @throws AppError `invalid_request` on anything unknown or malformed */
export function selectionOf(schema: TableSchema, query: string): Selection {
  const params = new URLSearchParams(query)
  for (const name of ofThePage) params.delete(name)
  return parseExportQuery(schema, params)
}
