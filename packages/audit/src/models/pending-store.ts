import { randomUUID } from 'node:crypto'
import { minutes, seconds } from '@app/contracts/durations'
import { isNotAllowed } from '@app/mongo'
import type { Collection, Db } from 'mongodb'
import type { AuditEntry, Chain } from '../entry'

export type AuditDb = Pick<Db, 'collection'>
export type StoredPending = { _id: string; chain: Chain; at: Date; entry: AuditEntry }

/** Far longer than an action takes. */
const leftAfter = minutes(5)

/** Entries of actions that are under way, each until it is in the audit. */
export const pendingStore = (collection: () => Collection<StoredPending>, chain: Chain, now = () => new Date()) => ({
  /** Does nothing where the database does not allow it; the action is then recorded only after it has ended. */
  async put(entry: AuditEntry): Promise<string | undefined> {
    const _id = randomUUID()
    try {
      await collection().insertOne({ _id, chain, at: now(), entry })
      return _id
    } catch (error) {
      if (isNotAllowed(error)) return undefined
      throw error
    }
  },

  async drop(_id: string | undefined): Promise<void> {
    if (_id !== undefined) await collection().deleteOne({ _id })
  },

  /** Entries that ended actions have left. */
  left: (): Promise<StoredPending[]> =>
    collection()
      .find({ chain, at: { $lt: new Date(now().getTime() - leftAfter) } }, { maxTimeMS: seconds(2) })
      .limit(500)
      .toArray(),
})

export type PendingStore = ReturnType<typeof pendingStore>
