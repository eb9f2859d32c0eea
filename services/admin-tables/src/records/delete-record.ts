import { AppError, conflict } from '@app/contracts/errors'
import { peopleTable } from '@app/contracts/policy'
import type { ReferrerCount } from '@app/contracts/tables'
import type { Actor } from '@app/jobs'
import { everything } from '@app/record-query'
import { recordLabel } from '@app/table-schema'
import { tableRecord } from '../tables/read-record'
import { nextVersion, type WholeRecord } from './record-writer'
import { newRevision, pendingField } from './revision-store'
import type { StoredRevision } from './stored-revision'
import type { Trashed, TrashStore, Unlinked } from './trash-store'
import { refuseStale, updateRecord } from './update-record'
import { withoutCredentials } from './user-rights'
import { type Reason, recordNotFound, type Write, type WriteDeps, type Writing, type Written } from './write'

type By = { actor: Actor; reason: Reason }

/** Those of the tables or references that a check admits. */
export async function withRight<One>(all: readonly One[], check: (one: One) => Promise<boolean>): Promise<One[]> {
  const admitted = await Promise.all(all.map(check))
  return all.filter((_, at) => admitted[at])
}

/** Changes one reference field, after its right was checked, by a function of its current value; `undefined` leaves it as it is. */
async function change(deps: WriteDeps, { actor, reason }: By, at: Unlinked, next: (value: unknown) => unknown) {
  const schema = await deps.tables.find(at.table)
  const record = schema && (await deps.records.one(schema, at.id, everything))
  if (!schema || !record) return
  const value = next(record[at.field])
  if (value === undefined) return
  const writing = { actor, schema, reason: { ...reason, source: 'unlink' as const, scope: everything } }
  const written = await updateRecord(deps, writing, { action: 'update', ...at, values: { [at.field]: value } })
  if (written.isChanged) deps.copyLater(at.table, at.id)
}

/** Puts a restored record back where it was taken out, as far as there is still room for it. */
export async function relink(deps: WriteDeps, by: By, id: string, unlinked: readonly Unlinked[]): Promise<void> {
  for (const at of unlinked) {
    const properties = (await deps.tables.find(at.table))?.properties
    const isList = properties?.[at.field]?.type === 'array'
    const next = (value: unknown) => {
      if (!isList) return value === null || value === undefined ? id : undefined
      const ids = Array.isArray(value) ? value : []
      return ids.includes(id) ? undefined : [...ids, id]
    }
    try {
      await change(deps, by, at, next)
    } catch (error) {
      // The lesson may be full by now; the reference is then not restored.
      if (!(error instanceof AppError) || error.status >= 500) throw error
    }
  }
}

/** Takes a record out of others. @throws AppError `conflict` when a field may not be empty; the caller puts it back */
async function unlink(deps: WriteDeps, by: By, id: string, references: readonly Unlinked[]): Promise<void> {
  for (const at of references)
    try {
      await change(deps, by, at, (value) => (Array.isArray(value) ? value.filter((one) => one !== id) : null))
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error
      throw conflict(`It cannot be taken out of a record that refers to it: ${error.message}.`)
    }
}

/** The user who deletes, from the revision that travels in the copy. */
function deletedBy({ record, deleted_by: email }: Trashed) {
  const revision = (record[pendingField] as StoredRevision[] | undefined)?.at(-1)
  const actor = { id: '', email, ...revision?.actor, requestId: revision?.request_id ?? '' }
  return {
    actor,
    reason: { source: 'unlink' as const, scope: everything, ...(revision?.batch && { batch: revision.batch }) },
  }
}

/** Reverts a deletion: other records refer to it again. What is left after a crash is reverted again. */
async function revertDeletion(deps: WriteDeps, entry: Trashed): Promise<void> {
  await relink(deps, deletedBy(entry), String(entry.record._id), entry.unlinked ?? [])
  await deps.trash.drop(entry)
}

/**
 * Completes or reverts a deletion that was interrupted, or whose outcome the database did not report: the record itself says which.
 */
async function finishDeletion(deps: WriteDeps, entry: Trashed): Promise<void> {
  const { revisions, trash, writer } = deps
  const isLive = (await writer.whole(entry.table, String(entry.record._id))) !== undefined
  if (isLive) return revertDeletion(deps, entry)
  // Deleted again meanwhile: that entry is the one that counts.
  if (await trash.merge(entry)) return
  await revisions.copy(revisions.pendingIn(entry.record))
  await trash.complete([entry])
}

/** Completes or reverts deletions that were interrupted. */
export const sweepDeletions =
  ({ trash, ...deps }: WriteDeps & { trash: Pick<TrashStore, 'interrupted'> & WriteDeps['trash'] }) =>
  async (): Promise<void> => {
    for (const entry of await trash.interrupted()) await finishDeletion({ trash, ...deps }, entry)
  }

const maxAttempts = 5

/** The copy of a record for the trash, with the revision that says it was deleted. */
export function trashOf(
  { writer, revisions }: Pick<WriteDeps, 'writer' | 'revisions'>,
  writing: Writing,
  whole: WholeRecord,
) {
  const { actor, reason, schema } = writing
  const at = nextVersion(whole['updated_at'], writer.now())
  const about = { table: schema.name, id: String(whole['_id']), changes: {}, at }
  const pending = [...revisions.pendingIn(whole), newRevision(actor, reason, { ...about, action: 'delete' })]
  const title = recordLabel(schema, tableRecord(schema, whole))
  const record = { ...withoutCredentials(about.table, whole), [pendingField]: pending }
  return { pending, copy: { table: about.table, id: about.id, record, title, by: actor.email, batch: reason.batch } }
}

/** The refusal of a deletion names only tables that the person may see. @throws AppError `conflict` */
async function refuseReferred({ hasRight }: WriteDeps, { id }: Actor, all: readonly ReferrerCount[]): Promise<never> {
  const referrers = await withRight(all, ({ table }) => hasRight(id, table, 'view'))
  if (referrers.length === 0)
    throw conflict('Records that you may not see refer to this one. Ask an admin to delete it.')
  throw new AppError('conflict', 'Other records refer to this one.', undefined, { details: { referrers } })
}

/** Taking a record out of others changes those. @throws AppError `forbidden` without the right to edit their tables */
async function refuseUnlink({ hasRight }: WriteDeps, { id }: Actor, all: readonly Unlinked[]): Promise<void> {
  const edited = await withRight(all, ({ table }) => hasRight(id, table, 'edit'))
  if (edited.length < all.length)
    throw new AppError('forbidden', 'Records that you may not change refer to this one. Ask an admin to delete it.')
}

/**
 * Moves a record to the trash. The copy comes first, and names the references that will be removed: a crash in between leaves an entry
 * that does not count, by which the sweep completes or reverts the deletion. A record that others refer to is deleted only with
 * `unlink`, which takes it out of them.
 */
export async function deleteRecord(
  deps: WriteDeps,
  writing: Writing,
  { id, expectedVersion, unlink: mayUnlink = false }: Extract<Write, { action: 'delete' }>,
): Promise<Written> {
  const { writer, trash, revisions, integrity, rights } = deps
  const { actor, reason, schema } = writing
  const table = schema.name
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const whole = await writer.whole(table, id)
    if (!whole) throw await recordNotFound(trash, table, id, reason.scope)
    refuseStale(tableRecord(schema, whole), expectedVersion)

    const referrers = await integrity.referrers(table, id)
    if (referrers.length > 0 && !mayUnlink) await refuseReferred(deps, actor, referrers)
    const unlinked = referrers.length > 0 ? await integrity.references(table, id) : []
    await refuseUnlink(deps, actor, unlinked)

    const { pending, copy } = trashOf(deps, writing, whole)
    const [entry] = (await trash.put([{ ...copy, unlinked }])) as [Trashed]
    const remove = async () => {
      await unlink(deps, { actor, reason }, id, unlinked)
      return table === peopleTable ? rights.remove(actor, id) : writer.remove(table, whole)
    }
    const isRemoved = await remove().catch(async (error) => {
      // A database that failed may have removed the record all the same.
      const end = error instanceof AppError && error.status < 500 ? revertDeletion : finishDeletion
      await end(deps, entry).catch(() => {})
      throw error
    })
    if (isRemoved) {
      // An entry that is not complete is swept: its revisions are copied then.
      await revisions.copy(pending)
      await trash.complete([entry])
      return { id, isChanged: true }
    }
    // Changed meanwhile, or removed by another call, whose entry counts.
    if (await writer.whole(table, id)) await revertDeletion(deps, entry)
    else await trash.drop(entry)
  }
  throw new AppError('unavailable', 'Several people are changing this record at the same time. Please try again.')
}
