import type { Changes } from '@app/contracts/history'
import { changeErrors, payloadForUpdate } from '@app/table-schema'
import type { WireRecord } from '../models/read-record'
import { nextVersion } from '../models/record-writer'
import type { ReferenceIntegrity } from '../models/reference-integrity'
import { newRevision, type StoredRevision } from '../models/revision-store'
import { checkFiles } from './check-files'
import { checkLinkedPeople } from './check-linked-people'
import { checkReferences } from './check-references'
import { type Body, refuseErrors } from './checked-body'
import { withImplied } from './implied-values'
import type { WriteDeps, Writing } from './write'

export const changesOf = (before: WireRecord, change: Body): Changes =>
  Object.fromEntries(Object.entries(change).map(([name, value]) => [name, [before[name] ?? null, value]]))

/** The values that differ from those of the record, checked. @throws AppError `invalid_input` */
export async function changedValues(
  {
    integrity,
    files,
    hasRight,
  }: Pick<WriteDeps, 'files' | 'hasRight'> & {
    integrity: Pick<ReferenceIntegrity, 'missing'>
  },
  writing: Writing,
  before: WireRecord,
  given: Body,
  isFormer = false,
): Promise<Body> {
  const { schema } = writing
  const values = withImplied(schema, writing.reason, before, given)
  if (!isFormer) refuseErrors(changeErrors(schema, before, values))
  const change = payloadForUpdate(schema, before, values)
  await checkLinkedPeople(hasRight, writing, change)
  await checkReferences(integrity, schema, before, change)
  await checkFiles(files, writing, before, change)
  return change
}

/** The revision that goes with a change. */
export function revisionOf({ actor, reason, schema }: Writing, before: WireRecord, change: Body, now: Date) {
  const version = typeof before.updated_at === 'string' ? before.updated_at : undefined
  const about = { table: schema.name, id: before.id, action: 'update' as const }
  const at = nextVersion(version, now)
  return newRevision(actor, reason, { ...about, changes: changesOf(before, change), at }) satisfies StoredRevision
}
