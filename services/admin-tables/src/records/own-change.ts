import { AppError } from '@app/contracts/errors'
import { ownFields } from '@app/contracts/may-use'
import { payloadForUpdate, referencedIds, referenceFields, type TableSchema } from '@app/table-schema'
import type { WireRecord } from '../tables/read-record'
import type { Body } from './checked-body'

/** Who takes part in a lesson. */
const membersField = 'students'

/**
 * Refuses what people may not change in their own records. Only who is in a lesson can be marked: a mark shows the name of whom it
 * is about.
 * @throws AppError `forbidden`
 */
export function requireOwnChange(schema: TableSchema, before: WireRecord, values: Body): void {
  const change = payloadForUpdate(schema, before, values)
  if (Object.keys(change).some((name) => !ownFields.includes(name)))
    throw new AppError('forbidden', 'In your own lessons you may mark who came and write notes, nothing else.')
  const members = new Set(referencedIds(before[membersField]))
  for (const { name } of referenceFields(schema)) {
    const marked = new Set(referencedIds(before[name]))
    if (referencedIds(change[name]).some((id) => !members.has(id) && !marked.has(id)))
      throw new AppError('forbidden', 'Only students who are in the lesson can be marked.')
  }
}
