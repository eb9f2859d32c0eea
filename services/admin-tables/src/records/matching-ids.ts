import { type BatchRequest, maxBatchSize } from '@app/contracts/batches'
import { AppError } from '@app/contracts/errors'
import { everything, selectionOf } from '@app/record-query'
import type { TableSchema } from '@app/table-schema'
import type { RecordStore } from './record-store'
import type { ReferenceStore } from './reference-store'

type Deps = { records: Pick<RecordStore, 'rows'>; references: Pick<ReferenceStore, 'matching'> }

/**
 * The ids of all records that match a list query.
 * @throws AppError `conflict` when there are not as many as expected, `invalid_input` when there are too many
 */
export async function matchingIds(
  { records, references }: Deps,
  schema: TableSchema,
  { query = '', expected }: Pick<BatchRequest, 'query' | 'expected'>,
): Promise<string[]> {
  const selection = selectionOf(schema, query)
  const labels = selection.q === '' ? undefined : await references.matching(schema, selection.q)
  const rows = records.rows(schema, selection, everything, labels)
  const ids: string[] = []
  try {
    for (let part = await rows.next(); part && ids.length <= maxBatchSize; part = await rows.next())
      ids.push(...part.map(({ id }) => id))
  } finally {
    await rows.close()
  }
  if (ids.length > maxBatchSize) {
    const message = `A batch can have ${maxBatchSize} records at most.`
    throw new AppError('invalid_input', message, { query: message })
  }
  if (expected !== undefined && expected !== ids.length)
    throw new AppError('conflict', `${ids.length} records match now, not ${expected}.`)
  return ids
}
