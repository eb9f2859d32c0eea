import { AppError } from '@app/contracts/errors'
import type { References, TableRecord } from '@app/contracts/tables'
import type { Descriptor } from '@app/table-schema/descriptor'
import { firstPage } from '@app/table-schema/list-query'
import type { View } from '../list-view'
import { fetchPage } from '../tables.api'

const pageSize = 200
/** About a hundred sheets of paper. */
const maxPrinted = 5_000

export type PrintedList = { records: readonly TableRecord[]; labels: References }

/**
 * All records of a view in its order, with the labels of what they refer to.
 * @throws AppError when there are too many
 */
export async function fetchPrinted(schema: Descriptor, view: View, signal: AbortSignal): Promise<PrintedList> {
  const records = new Map<string, TableRecord>()
  const labels: References = {}
  for (let page = firstPage; ; page++) {
    const {
      data,
      references = {},
      total,
      totalPages,
    } = await fetchPage(schema, { ...view, page, limit: pageSize }, signal)
    if (total > maxPrinted)
      throw new AppError(
        'invalid_input',
        `${total} records are too many to print. Narrow the list to ${maxPrinted} or fewer.`,
      )
    for (const record of data) records.set(record.id, record)
    for (const [table, known] of Object.entries(references)) labels[table] = { ...labels[table], ...known }
    if (page >= totalPages) return { records: [...records.values()], labels }
  }
}
