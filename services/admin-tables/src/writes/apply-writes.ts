import { AppError } from '@app/contracts/errors'
import type { Actor } from '../models/actor'
import type { Reason } from '../models/revision-store'
import { createRecord } from './create-record'
import { deleteRecord } from './delete-record'
import { restoreRecord } from './restore-record'
import { updateRecord } from './update-record'
import type { Outcome, Write, WriteDeps, Written } from './write'

/** Writes that are under way at once: enough to keep the database busy, few enough that others notice nothing. */
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

  const report = async (actor: Actor, reason: Reason, write: Write): Promise<Outcome> => {
    try {
      const written = await apply(actor, reason, write)
      if (!written.isChanged) return written
      if (write.action !== 'delete') deps.copyLater(write.table, written.id)
      return written
    } catch (error) {
      if (error instanceof AppError) return { id: ('id' in write && write.id) || '', error }
      throw error
    }
  }

  return async (actor: Actor, reason: Reason, writes: readonly Write[]): Promise<Outcome[]> => {
    const outcomes: Outcome[] = []
    for (let at = 0; at < writes.length; at += concurrency)
      outcomes.push(
        ...(await Promise.all(writes.slice(at, at + concurrency).map((write) => report(actor, reason, write)))),
      )
    return outcomes
  }
}

export type ApplyWrites = ReturnType<typeof applyWrites>

/** One write whose refusal is the caller's error. */
export async function applyWrite(apply: ApplyWrites, actor: Actor, reason: Reason, write: Write): Promise<Written> {
  const [outcome] = await apply(actor, reason, [write])
  if (!outcome || 'error' in outcome) throw outcome?.error ?? new AppError('internal', 'No outcome.')
  return outcome
}
