import { mapLimited } from '@app/concurrency/map-limited'
import { AppError, notFound } from '@app/contracts/errors'
import { personTables } from '@app/contracts/policy'
import type { Actor } from '@app/jobs'
import { usersTable } from '../tables/users-table'
import { checkedBody } from './checked-body'
import { createRecord, planCreate } from './create-record'
import { deleteRecord } from './delete-record'
import { deleteRecords } from './delete-records'
import { recordKey } from './erasure-store'
import { changedValues, revisionOf } from './plan-update'
import { recordNotFound } from './record-not-found'
import type { NewRecord, RecordChange } from './record-writer'
import { restoreRecord } from './restore-record'
import { refuseStale, updateRecord } from './update-record'
import type { Outcome, Reason, Write, WriteDeps, Writing, Written } from './write'
import { outcomeOf, rememberMissing, writeBatch } from './write-batch'

/**
 * A write that overlaps with an erasure counts as earlier. Either the erasure finds what was written, or the write, which looks
 * after it has written, finds the erasure: then it is undone and reports that the record does not exist.
 */
async function undoErasedWrites(
  { erasures, persons, trash }: Pick<WriteDeps, 'erasures' | 'persons' | 'trash'>,
  { scope }: Pick<Reason, 'scope'>,
  begun: Date,
  writes: readonly Write[],
  outcomes: readonly Outcome[],
): Promise<Outcome[]> {
  const keys = outcomes.map((one, at) => recordKey(writes[at]!.table, one.id))
  const written = keys.filter((_, at) => {
    const one = outcomes[at]!
    return personTables.some((table) => table === writes[at]!.table) && !('error' in one) && one.isChanged
  })
  if (written.length === 0) return [...outcomes]
  const lost = new Set<string>()
  for (const erasure of await erasures.overlapping(begun)) {
    const held = await persons.holding(written, erasure)
    await erasures.add(erasure, held)
    await persons.remove(held)
    for (const key of held) lost.add(key)
  }
  return Promise.all(
    outcomes.map(async (one, at) =>
      lost.has(keys[at]!) ? { id: one.id, error: await recordNotFound(trash, writes[at]!.table, one.id, scope) } : one,
    ),
  )
}

type Update = Extract<Write, { action: 'update' }>

/** Changes several records of a table by one read and one write. Not for users, whose roles have rules of their own. */
async function updateRecords(deps: WriteDeps, writing: Writing, writes: readonly Update[]): Promise<Outcome[]> {
  const { records, writer, trash } = deps
  const { schema } = writing
  const checks = { files: deps.files, hasRight: deps.hasRight, integrity: rememberMissing(deps.integrity) }
  const ids = writes.map(({ id }) => id)
  const found = new Map((await records.some(schema, ids, writing.reason.scope)).map((record) => [record.id, record]))
  const changes: RecordChange[] = []
  // One time for all: what is written alike is written together.
  const now = writer.now()
  return writeBatch(writes, {
    async plan({ id, values, expectedVersion, isFormer }) {
      const before = found.get(id)
      if (!before) throw await recordNotFound(trash, schema.name, id, writing.reason.scope)
      refuseStale(before, expectedVersion)
      const change = await changedValues(checks, writing, before, checkedBody(schema, values), isFormer)
      if (Object.keys(change).length === 0) return { id, record: before, isChanged: false }
      changes.push({ before, values: change, revision: revisionOf(writing, before, change, now) })
      return { id, isChanged: true }
    },
    write: () => writer.updateMany(schema, changes),
    alone: (write) => updateRecord(deps, writing, write),
  })
}

type Create = Extract<Write, { action: 'create' }> & { id: string }

/** Adds several records to a table by one write. */
async function createRecords(deps: WriteDeps, writing: Writing, writes: readonly Create[]): Promise<Outcome[]> {
  const checks = { ...deps, integrity: rememberMissing(deps.integrity) }
  const added: NewRecord[] = []
  return writeBatch(writes, {
    async plan({ id, values }) {
      added.push(await planCreate(checks, writing, id, values))
      return { id, isChanged: true }
    },
    write: () => deps.writer.insertMany(writing.schema, added),
    alone: (write) => createRecord(deps, writing, write),
  })
}

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
    if (!schema) throw notFound()
    const reach = reason.scope.reach(write.table)
    if (reach === 'none') throw notFound()
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
    const creates = own.filter(isCreate)
    const updates = own.filter(isUpdate)
    const deletes = own.filter(isDelete)
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
