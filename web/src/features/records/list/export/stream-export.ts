import { exportRecords } from '@app/contracts/records'
import { printExportQuery } from '@app/table-schema/list-query'
import type { TableSchema } from '@app/table-schema/schema'
import { streamCall } from '#lib/call-api'
import type { View } from '../list-view'
import { selectionFrom } from '../tables.api'

/** The longest list of ids that fits into the address of an export. */
export const maxExportIds = 150

/** Of all matching records and columns, with stored values, unless these say otherwise. */
export type ExportOptions = {
  ids?: readonly string[]
  values?: 'stored' | 'labels'
  columns?: readonly string[]
  format?: 'csv' | 'xlsx'
}

/** Records as CSV or as a workbook, streamed. */
export function streamExport(
  schema: TableSchema,
  view: View,
  signal: AbortSignal,
  { ids, values, columns, format }: ExportOptions,
) {
  const { filters, ...selection } = selectionFrom(schema, view)
  const search = new URLSearchParams(printExportQuery({ ...selection, filters: ids ? [] : filters }))
  if (ids) search.set('id__in', ids.join(','))
  if (ids) search.delete('q')
  if (values === 'labels') search.set('values', values)
  if (format === 'xlsx') search.set('format', format)
  if (columns) search.set('columns', columns.join(','))
  return streamCall(exportRecords, { params: { table: schema.name }, search }, signal)
}
