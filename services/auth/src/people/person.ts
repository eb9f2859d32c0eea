import type { Invitation } from '@app/contracts/people'
import { isDuplicateKey } from '@app/mongo'
import { type StoredUser, storedRights, userModel } from '@app/session/models/user'
import type { Connection } from 'mongoose'

/** As many people as the screen shows at once. */
const maxPeople = 1_000

type Access = Pick<Invitation, 'name' | 'role' | 'rights' | 'exports'>

/** People as admins see them: those who were invited and those who have signed in. */
export function personStore(connection: Connection, now = () => new Date()) {
  const users = userModel(connection)
  const after = { returnDocument: 'after' } as const

  return {
    list: (): Promise<StoredUser[]> => users.find().sort({ email: 1 }).limit(maxPeople).lean(),
    find: async (id: string): Promise<StoredUser | undefined> => (await users.findById(id).lean()) ?? undefined,
    findByEmail: async (email: string): Promise<StoredUser | undefined> =>
      (await users.findOne({ email }).lean()) ?? undefined,

    /** Stores a person who has not signed in yet; `undefined` when the address exists already. */
    async invite(email: string, access: Access): Promise<StoredUser | undefined> {
      try {
        const person = {
          email,
          ...access,
          ...storedRights(access.rights),
          provider: 'code' as const,
          invited_at: now(),
        }
        return (await users.create(person)).toObject()
      } catch (error) {
        if (isDuplicateKey(error)) return undefined
        throw error
      }
    },

    /** Gives access to a stored person without access, or to one who has not signed in since an invitation. */
    async inviteAgain(id: string, access: Access): Promise<StoredUser | undefined> {
      const filter = {
        _id: id,
        disabled: { $ne: true as const },
        $or: [{ role: 'user' as const }, { invited_at: { $exists: true }, last_sign_in_at: { $exists: false } }],
      }
      const change = {
        $set: { ...access, ...storedRights(access.rights), invited_at: now() },
        $unset: { access_requested_at: 1 as const },
      }
      return (await users.findOneAndUpdate(filter, change, after).lean()) ?? undefined
    },
  }
}

export type PersonStore = ReturnType<typeof personStore>
