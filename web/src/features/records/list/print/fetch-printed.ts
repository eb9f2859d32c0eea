import { AppError } from '@app/contracts/errors'
import type { RecordPage, References, TableRecord } from '@app/contracts/tables'
import { firstPage } from '@app/table-schema/list-query'
import type { TableSchema } from '@app/table-schema/schema'
import { allReferences } from '#lib/all-references'
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
export async function fetchPrinted(schema: TableSchema, view: View, signal: AbortSignal): Promise<PrintedList> {
  const pages: RecordPage[] = []
  for (let page = firstPage; ; page++) {
    const answer = await fetchPage(schema, { ...view, page, limit: pageSize }, signal)
    if (answer.total > maxPrinted)
      throw new AppError(
        'invalid_input',
        `${answer.total} records are too many to print. Narrow the list to ${maxPrinted} or fewer.`,
      )
    pages.push(answer)
    if (page >= answer.totalPages) break
  }
  // A record that moved while the pages were read may be on two of them.
  const records = new Map(pages.flatMap(({ data }) => data.map((record) => [record.id, record])))
  return { records: [...records.values()], labels: allReferences(pages) }
}
