import { days } from '@app/contracts/durations'
import { userModel } from '@app/session/models/user'
import type { Connection } from 'mongoose'

/** At most one request for access per user and day. */
const pause = days(1)

export function accessRequestStore(connection: Connection, now = () => new Date()) {
  const users = userModel(connection)
  return {
    /** Claims today's request; `false` when there was one within a day. */
    async claim(id: string): Promise<boolean> {
      const at = now()
      const due = new Date(at.getTime() - pause)
      const { modifiedCount } = await users.updateOne(
        { _id: id, $or: [{ access_requested_at: null }, { access_requested_at: { $lte: due } }] },
        { $set: { access_requested_at: at } },
        { timestamps: false },
      )
      return modifiedCount === 1
    },

    /** Releases the claim after a failure to queue any mail. */
    async release(id: string): Promise<void> {
      await users.updateOne({ _id: id }, { $unset: { access_requested_at: 1 } }, { timestamps: false })
    },
  }
}

export type AccessRequestStore = ReturnType<typeof accessRequestStore>
