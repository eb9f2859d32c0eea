import { mapLimited } from '@app/concurrency/map-limited'
import { AppError } from '@app/contracts/errors'
import type { Actor } from '../tables/actor'
import { usersTable } from '../tables/users-table'
import { createRecord } from './create-record'
import { type Create, createRecords } from './create-records'
import { deleteRecord } from './delete-record'
import { deleteRecords } from './delete-records'
import { restoreRecord } from './restore-record'
import { undoErasedWrites } from './undo-erased-writes'
import { updateRecord } from './update-record'
import { updateRecords } from './update-records'
import type { Outcome, Reason, Write, WriteDeps, Written } from './write'
import { outcomeOf } from './write-batch'

/** One whose id is given; an idempotency key needs a look at what was created before. */
const isCreate = (write: Write): write is Create =>
  write.action === 'create' && 'id' in write && write.key === undefined
const isUpdate = (write: Write) => write.action === 'update'
const isDelete = (write: Write) => write.action === 'delete'

/** The same collaborators, whose writes begin only while the job that makes them is held. */
function held(deps: WriteDeps, { hold }: Reason): WriteDeps {
  if (!hold) return deps
  const checked =
    <Args extends unknown[], Result>(write: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      hold()
      return write(...args)
    }
  const { writer, rights } = deps
  return {
    ...deps,
    writer: {
      ...writer,
      insert: checked(writer.insert),
      insertMany: checked(writer.insertMany),
      update: checked(writer.update),
      updateMany: checked(writer.updateMany),
      remove: checked(writer.remove),
      removeMany: checked(writer.removeMany),
      putBack: checked(writer.putBack),
    },
    rights: { setRole: checked(rights.setRole), remove: checked(rights.remove) },
  }
}

/**
 * The one way to change records: validates, writes each change together with its revision, and reports for each record. Every
 * write is independent: a refused one changes nothing and stops no other. Two writes of one call must not name the same
 * record.
 */
export function applyWrites(all: WriteDeps) {
  const apply = async (deps: WriteDeps, actor: Actor, reason: Reason, write: Write): Promise<Written> => {
    const schema = await deps.tables.find(write.table)
    if (!schema) throw new AppError('not_found', 'Not found.')
    const reach = reason.scope.reach(write.table)
    if (reach === 'none') throw new AppError('not_found', 'Not found.')
    if (reach === 'own' && write.action !== 'update')
      throw new AppError('forbidden', 'You may neither add nor delete records here.')
    const writing = { actor, reason, schema }
    switch (write.action) {
      case 'create':
        return createRecord(deps, writing, write)
      case 'update':
        return updateRecord(deps, writing, write)
      case 'delete':
        return deleteRecord(deps, writing, write)
      case 'restore':
        return restoreRecord(deps, writing, write)
    }
  }

  /** Schedules the copy of a write's revision. */
  const finish = ({ action, table }: Write, written: Outcome): Outcome => {
    if (!('error' in written) && written.isChanged && action !== 'delete') all.copyLater(table, written.id)
    return written
  }

  const report = (deps: WriteDeps, actor: Actor, reason: Reason, write: Write): Promise<Outcome> =>
    outcomeOf(('id' in write && write.id) || '', async () => finish(write, await apply(deps, actor, reason, write)))

  /** Executes the writes of a batch in as few calls as possible: those of one table together. */
  async function applyBatch(deps: WriteDeps, actor: Actor, reason: Reason, writes: readonly Write[]) {
    const table = writes[0]?.table
    const schema = writes.length < 2 || table === undefined ? undefined : await deps.tables.find(table)
    if (!schema || table === usersTable || reason.scope.reach(schema.name) !== 'all') return new Map<Write, Outcome>()
    const writing = { actor, reason, schema }
    const own = writes.filter((write) => write.table === table)
    const [creates, updates, deletes] = [own.filter(isCreate), own.filter(isUpdate), own.filter(isDelete)]
    const outcomes = [
      ...(creates.length > 0 ? await createRecords(deps, writing, creates) : []),
      ...(updates.length > 0 ? await updateRecords(deps, writing, updates) : []),
      ...(deletes.length > 0 ? await deleteRecords(deps, writing, deletes) : []),
    ]
    return new Map(
      [...creates, ...updates, ...deletes].map((write, at) => [write, finish(write, outcomes[at]!)] as const),
    )
  }

  return async (actor: Actor, reason: Reason, writes: readonly Write[]): Promise<Outcome[]> => {
    const begun = new Date()
    const deps = held(all, reason)
    const done = await applyBatch(deps, actor, reason, writes)
    const left = writes.filter((write) => !done.has(write))
    const outcomes = await mapLimited(left, (write) => report(deps, actor, reason, write))
    for (const [at, write] of left.entries()) done.set(write, outcomes[at]!)
    return undoErasedWrites(
      deps,
      reason,
      begun,
      writes,
      writes.map((write) => done.get(write)!),
    )
  }
}

export type ApplyWrites = ReturnType<typeof applyWrites>

/** One write whose refusal is the caller's error. */
export async function applyWrite(apply: ApplyWrites, actor: Actor, reason: Reason, write: Write): Promise<Written> {
  const [outcome] = await apply(actor, reason, [write])
  if (!outcome || 'error' in outcome) throw outcome?.error ?? new AppError('internal', 'No outcome.')
  return outcome
}
