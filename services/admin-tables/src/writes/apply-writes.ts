import { AppError } from '@app/contracts/errors'
import { usersTable } from '../actions/user-rights'
import type { Actor } from '../models/actor'
import type { Reason } from '../models/revision-store'
import { createRecord } from './create-record'
import { deleteRecord } from './delete-record'
import { restoreRecord } from './restore-record'
import { updateRecord } from './update-record'
import { updateRecords } from './update-records'
import type { Outcome, Write, WriteDeps, Written } from './write'

/** Concurrent writes: enough to keep the database busy, few enough not to slow down other requests. */
const concurrency = 8

/**
 * The one way to change records: validates, writes each change together with its revision, and reports for each record. Every
 * write stands alone: one that is refused changes nothing and stops no other. Two writes of one call must not name the same
 * record.
 */
export function applyWrites(deps: WriteDeps) {
  const apply = async (actor: Actor, reason: Reason, write: Write): Promise<Written> => {
    const descriptor = await deps.tables.find(write.table)
    if (!descriptor) throw new AppError('not_found', 'Not found.')
    const writing = { actor, reason, descriptor }
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
    if (!('error' in written) && written.isChanged && action !== 'delete') deps.copyLater(table, written.id)
    return written
  }

  const report = async (actor: Actor, reason: Reason, write: Write): Promise<Outcome> => {
    try {
      return finish(write, await apply(actor, reason, write))
    } catch (error) {
      if (error instanceof AppError) return { id: ('id' in write && write.id) || '', error }
      throw error
    }
  }

  /** Makes the updates of a batch together, as far as they are of one table. */
  async function updateTogether(actor: Actor, reason: Reason, writes: readonly Write[]): Promise<Map<Write, Outcome>> {
    const table = writes[0]?.table
    const updates = writes.flatMap((write) => (write.action === 'update' && write.table === table ? [write] : []))
    const descriptor = updates.length < 2 || table === undefined ? undefined : await deps.tables.find(table)
    if (!descriptor || table === usersTable) return new Map()
    const outcomes = await updateRecords(deps, { actor, reason, descriptor }, updates)
    return new Map(updates.map((write, at) => [write, finish(write, outcomes[at]!)]))
  }

  return async (actor: Actor, reason: Reason, writes: readonly Write[]): Promise<Outcome[]> => {
    const done = await updateTogether(actor, reason, writes)
    const left = writes.filter((write) => !done.has(write))
    for (let at = 0; at < left.length; at += concurrency) {
      const next = left.slice(at, at + concurrency)
      const outcomes = await Promise.all(next.map((write) => report(actor, reason, write)))
      for (const [index, write] of next.entries()) done.set(write, outcomes[index]!)
    }
    return writes.map((write) => done.get(write)!)
  }
}

export type ApplyWrites = ReturnType<typeof applyWrites>

/** One write whose refusal is the caller's error. */
export async function applyWrite(apply: ApplyWrites, actor: Actor, reason: Reason, write: Write): Promise<Written> {
  const [outcome] = await apply(actor, reason, [write])
  if (!outcome || 'error' in outcome) throw outcome?.error ?? new AppError('internal', 'No outcome.')
  return outcome
}
