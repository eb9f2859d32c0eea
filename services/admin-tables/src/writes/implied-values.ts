import type { TableSchema } from '@app/table-schema'
import type { WireRecord } from '../models/read-record'
import type { Reason } from '../models/revision-store'
import type { Body } from './checked-body'

/**
 * The values of a change with what follows from them: a waiver that is no longer signed has no day on which it ends. What returns a
 * record to former values names all of them.
 */
export function withImplied(
  { name, properties }: TableSchema,
  { source }: Reason,
  before: WireRecord,
  values: Body,
): Body {
  const isTakenBack = values['waiver_signed'] === false && before['waiver_signed'] === true
  if (name !== 'students' || !isTakenBack || source === 'undo' || source === 'restore') return values
  const ends = properties['waiver_until']?.format === 'date'
  const isGiven = Object.hasOwn(values, 'waiver_until') && values['waiver_until'] !== before['waiver_until']
  return ends && !isGiven ? { ...values, waiver_until: null } : values
}
