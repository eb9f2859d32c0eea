import { randomUUID } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import type { AuditEntry } from './entry'
import type { PendingStore } from './models/pending-store'

type Deps = {
  append: (entry: AuditEntry) => Promise<void>
  pending: Pick<PendingStore, 'put' | 'drop'>
  /** The action is done, its entry waits for the sweep. */
  onFailure: (entry: AuditEntry, error: unknown) => void
}

/**
 * Runs an action so that no crash loses its entry: what is about to happen is stored first, and given up once the entry is in
 * the audit. A refused action leaves nothing. What a crash or an error leaves is added by the sweep with its outcome unknown.
 *
 * @returns a function of the entry, the action, and what its result adds to the entry. It rejects as the action does, and before
 * the action when nothing can be stored
 */
export const actionRecorder =
  ({ append, pending, onFailure }: Deps) =>
  async <Result>(
    entry: AuditEntry,
    action: () => Promise<Result>,
    outcome: (result: Result) => Pick<AuditEntry, 'recordId' | 'about'> = () => ({}),
  ): Promise<Result> => {
    const intended = { ...entry, at: entry.at ?? new Date(), ref: entry.ref ?? randomUUID() }
    const id = await pending.put(intended)
    let result: Result
    try {
      result = await action()
    } catch (error) {
      if (error instanceof AppError && error.status < 500) await pending.drop(id).catch(() => {})
      throw error
    }
    const done = { ...intended, ...outcome(result) }
    try {
      await append(done)
      await pending.drop(id)
    } catch (error) {
      onFailure(done, error)
    }
    return result
  }

export type RecordAction = ReturnType<typeof actionRecorder>
