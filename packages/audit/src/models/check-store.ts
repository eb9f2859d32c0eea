import { days, hours } from '@app/contracts/durations'
import { unlessDuplicate } from '@app/mongo'
import type { Collection } from 'mongodb'

export type StoredCheck = { _id: string; due: Date; at?: Date; faults?: number }

const checkId = 'daily'
/** The time for which a verification counts as running after its process has ended. */
const lease = hours(1)

/** When the audit was last verified and what came of it, for all replicas; at most one verifies at a time. */
export function checkStore(collection: () => Collection<StoredCheck>, now = () => new Date()) {
  const later = (at: Date, ms: number) => new Date(at.getTime() + ms)
  return {
    /** `true` for the one process that is to verify now. */
    async claim(): Promise<boolean> {
      const at = now()
      const due = { _id: checkId, due: { $lte: at } }
      // The upsert collides with a check that is not due.
      return unlessDuplicate(collection().updateOne(due, { $set: { due: later(at, lease) } }, { upsert: true }))
    },

    async finish(faults: number): Promise<void> {
      const at = now()
      await collection().updateOne({ _id: checkId }, { $set: { at, faults, due: later(at, days(1)) } })
    },

    last: async (): Promise<{ at: Date; faults: number } | undefined> => {
      const found = await collection().findOne({ _id: checkId })
      return found?.at ? { at: found.at, faults: found.faults ?? 0 } : undefined
    },
  }
}

export type CheckStore = ReturnType<typeof checkStore>
