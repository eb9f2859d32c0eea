import { mapLimited } from '@app/concurrency/map-limited'
import { AppError, notFound } from '@app/contracts/errors'
import { peopleTable, personTables } from '@app/contracts/policy'
import type { Actor } from '@app/jobs'
import { tableRecord } from '../tables/read-record'
import { createRecord, planCreate } from './create-record'
import { deleteRecord, trashOf } from './delete-record'
import { recordKey } from './erasure-store'
import type { NewRecord, RecordChange, WholeRecord } from './record-writer'
import type { ReferenceIntegrity } from './reference-integrity'
import { restoreRecord } from './restore-record'
import { changedValues, checkedBody, refuseStale, revisionOf, updateRecord } from './update-record'
import {
  type Outcome,
  type Reason,
  recordNotFound,
  type Write,
  type WriteDeps,
  type Writing,
  type Written,
} from './write'

/** The outcome of a write; a refusal is one, too. */
async function outcomeOf(id: string, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return { id, error }
    throw error
  }
}

type Steps<One> = {
  /** Checks a write and prepares it; throws what refuses it. */
  plan: (write: One) => Promise<Outcome>
  /** Executes all planned writes in one call to the database. Returns the ids of those that failed. */
  write: () => Promise<ReadonlySet<string>>
  /** Executes one write in separate calls: for records that others have changed meanwhile. */
  alone: (write: One) => Promise<Outcome>
}

/** Executes several writes like single ones: each is checked, written as a whole or not at all, and reported. */
async function writeBatch<One extends { id: string }>(
  writes: readonly One[],
  { plan, write, alone }: Steps<One>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const one of writes) outcomes.push(await outcomeOf(one.id, () => plan(one)))
  const lost = await write()
  for (const [at, one] of writes.entries())
    if (lost.has(one.id)) outcomes[at] = await outcomeOf(one.id, () => alone(one))
  return outcomes
}

type Missing = Pick<ReferenceIntegrity, 'missing'>

/** Many records usually get the same reference, which is looked up once. */
function rememberMissing({ missing }: Missing): Missing {
  const known = new Map<string, ReturnType<Missing['missing']>>()
  return {
    missing(table, ids) {
      const key = JSON.stringify([table, ids])
      const found = known.get(key) ?? missing(table, ids)
      known.set(key, found)
      return found
    },
  }
}

type Delete = Extract<Write, { action: 'delete' }>

/**
 * Moves several records of a table to the trash, in the order of one deletion: the copies, the removals, the history. Records
 * that others refer to are deleted one by one. Not for users, whose deletion has rules of its own.
 */
async function deleteRecords(deps: WriteDeps, writing: Writing, writes: readonly Delete[]): Promise<Outcome[]> {
  const { writer, trash, revisions, integrity } = deps
  const { schema } = writing
  const table = schema.name
  const ids = writes.map(({ id }) => id)
  const [stored, referred] = await Promise.all([writer.rawDocuments(table, ids), integrity.referred(table, ids)])
  const found = new Map(stored.map((whole) => [String(whole._id), whole]))
  const removed: WholeRecord[] = []

  async function remove(): Promise<ReadonlySet<string>> {
    const planned = removed.map((whole) => trashOf(deps, writing, whole))
    const entries = await trash.put(planned.map(({ copy }) => copy))
    const changed = await writer.removeMany(table, removed)
    const isGone = (_: unknown, at: number) => !changed.has(planned[at]!.copy.id)
    for (const [at, entry] of entries.entries()) if (!isGone(entry, at)) await trash.drop(entry)
    // Entries that are not complete are swept: their revisions are copied then.
    await revisions.copy(planned.filter(isGone).flatMap(({ pending }) => pending))
    await trash.complete(entries.filter(isGone))
    return changed
  }

  return writeBatch(writes, {
    async plan(write) {
      const { id, expectedVersion } = write
      const whole = found.get(id)
      if (!whole) throw await recordNotFound(trash, table, id, writing.reason.scope)
      refuseStale(tableRecord(schema, whole), expectedVersion)
      if (referred.has(id)) return deleteRecord(deps, writing, write)
      removed.push(whole)
      return { id, isChanged: true }
    },
    write: remove,
    alone: (write) => deleteRecord(deps, writing, write),
  })
}

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

  /** Executes the writes of a batch in as few calls as possible: those of one table together. */
  async function applyBatch(deps: WriteDeps, actor: Actor, reason: Reason, writes: readonly Write[]) {
    const schema = writes.length > 1 ? await deps.tables.find(writes[0]!.table) : undefined
    if (!schema || schema.name === peopleTable || reason.scope.reach(schema.name) !== 'all')
      return new Map<Write, Outcome>()
    const writing = { actor, reason, schema }
    const own = writes.filter(({ table }) => table === schema.name)
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
    const outcomes = await mapLimited(left, (write) =>
      outcomeOf(('id' in write && write.id) || '', async () => finish(write, await apply(deps, actor, reason, write))),
    )
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
