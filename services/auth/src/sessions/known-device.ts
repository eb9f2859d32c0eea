import { secretHash } from '@app/session'
import { userModel } from '@app/session/models/user'
import type { Connection } from 'mongoose'

/** Devices remembered per user; the one remembered first is forgotten first. */
const maxDevices = 20

/** Which browsers a user has signed in from, by the secrets in their device cookies. */
export function knownDeviceStore(connection: Connection) {
  const users = userModel(connection)
  return {
    /** True if the user of this address has signed in from this device before. */
    isKnown: async (email: string, deviceId: string): Promise<boolean> =>
      (await users.exists({ email, known_devices: secretHash(deviceId) })) !== null,

    /** Remembers a device; `true` when it is new to a user who has used others before. */
    async remember(userId: string, deviceId: string): Promise<boolean> {
      const hash = secretHash(deviceId)
      const before = await users
        .findOneAndUpdate(
          { _id: userId, known_devices: { $ne: hash } },
          { $push: { known_devices: { $each: [hash], $slice: -maxDevices } } },
          { timestamps: false },
        )
        .lean()
      return (before?.known_devices?.length ?? 0) > 0
    },
  }
}

export type KnownDeviceStore = ReturnType<typeof knownDeviceStore>
