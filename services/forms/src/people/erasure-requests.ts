import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '@app/contracts/durations'
import type { Erasure } from '@app/contracts/erasures'
import type { Collection } from 'mongodb'

const checkEveryMs = 100
/** Shorter than the edge waits for this call. */
const waitMs = seconds(12)

/** Requests to admin-tables, which erases what the tables, their trash and their history hold of an address or of these records. */
export const erasureRequests = (collection: () => Collection<Erasure>, wait = waitMs, onAdded = () => {}) => ({
  /** `undefined` when it is not done in time. The request stays, and is carried out later. */
  async run(
    address: string | undefined,
    records: readonly string[],
    actor: NonNullable<Erasure['actor']>,
  ): Promise<Erasure | undefined> {
    const request = { ...(address !== undefined && { address }), actor, asked_at: new Date(), records: [...records] }
    const { insertedId } = await collection().insertOne(request)
    onAdded()
    for (const end = Date.now() + wait; Date.now() < end; ) {
      await pause(checkEveryMs)
      const done = await collection().findOne({ _id: insertedId, done_at: { $exists: true } })
      if (done) return done
    }
    return undefined
  },
})

export type ErasureRequests = ReturnType<typeof erasureRequests>
