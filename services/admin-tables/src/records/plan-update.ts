import { refuseErrors } from '@app/contracts/errors'
import type { Changes } from '@app/contracts/history'
import { changeErrors, payloadForUpdate, type TableSchema } from '@app/table-schema'
import type { WireRecord } from '../tables/read-record'
import { checkLinks, type LinkDeps } from './check-links'
import type { Body } from './checked-body'
import { nextVersion } from './record-writer'
import { newRevision, type Reason, type StoredRevision } from './revision-store'
import type { Writing } from './write'

export const changesOf = (before: WireRecord, change: Body): Changes =>
  Object.fromEntries(Object.entries(change).map(([name, value]) => [name, [before[name] ?? null, value]]))

/**
 * The values of a change with what follows from them: a waiver that is no longer signed has no day on which it ends. What returns a
 * record to former values names all of them.
 */
function withImplied({ name, properties }: TableSchema, { source }: Reason, before: WireRecord, values: Body): Body {
  const isTakenBack = values['waiver_signed'] === false && before['waiver_signed'] === true
  if (name !== 'students' || !isTakenBack || source === 'undo' || source === 'restore') return values
  const ends = properties['waiver_until']?.format === 'date'
  const isGiven = Object.hasOwn(values, 'waiver_until') && values['waiver_until'] !== before['waiver_until']
  return ends && !isGiven ? { ...values, waiver_until: null } : values
}

/** The values that differ from those of the record, checked. @throws AppError `invalid_input` */
export async function changedValues(
  deps: LinkDeps,
  writing: Writing,
  before: WireRecord,
  given: Body,
  isFormer = false,
): Promise<Body> {
  const { schema } = writing
  const values = withImplied(schema, writing.reason, before, given)
  if (!isFormer) refuseErrors(changeErrors(schema, before, values))
  const change = payloadForUpdate(schema, before, values)
  await checkLinks(deps, writing, before, change)
  return change
}

/** The revision that goes with a change. */
export function revisionOf({ actor, reason, schema }: Writing, before: WireRecord, change: Body, now: Date) {
  const version = typeof before.updated_at === 'string' ? before.updated_at : undefined
  const about = { table: schema.name, id: before.id, action: 'update' as const }
  const at = nextVersion(version, now)
  return newRevision(actor, reason, { ...about, changes: changesOf(before, change), at }) satisfies StoredRevision
}
