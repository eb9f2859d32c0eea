import { days } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { Role } from '@app/contracts/users'
import { isDuplicateKey } from '@app/mongo'
import { type Connection, isObjectIdOrHexString, Types } from 'mongoose'
import { readTogether } from '../read-together'
import { type StoredUser, toUser, type User, userSchema } from './user-document'

export { toAdminStatus, toCurrentUser, type User } from './user-document'

/** Who somebody is at an OpenID provider. Only the pair is unique and stays the same. */
export type ProviderAccount = { issuer: string; subject: string; email: string }

/** How many devices a user is known by; the one met first is forgotten first. */
const mostDevices = 20

const shown = {
  email: 1,
  name: 1,
  picture: 1,
  role: 1,
  rights: 1,
  exports: 1,
  disabled: 1,
  provider: 1,
  created_at: 1,
} as const

const lastAdmin = () => new AppError('conflict', 'There must be at least one admin.')

/** People who have signed in. Addresses are stored as `normalEmail` makes them. */
export function userStore(connection: Connection, now = () => new Date()) {
  const users = connection.model('User', userSchema)
  const read = readTogether(async (ids) => {
    // By the driver, as sessions are.
    const found = await connection
      .collection<StoredUser>('users')
      .find({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }, { projection: shown })
      .toArray()
    return new Map(found.map((user) => [user._id.toHexString(), user]))
  })
  const byAccount = ({ issuer, subject }: ProviderAccount) => ({ oidc_issuer: issuer, oidc_subject: subject })

  /**
   * Takes the right away and looks afterwards: of two last admins who demote each other at the same moment both see
   * that none is left, and both get the right back. So there may be no admin for an instant, but never for good.
   */
  const demote = async (id: string, role: Exclude<Role, 'admin'> = 'user'): Promise<StoredUser | null> => {
    const before = await users.findOneAndUpdate({ _id: id, role: 'admin' }, { $set: { role } }).lean<StoredUser>()
    if (before && !(await users.exists({ role: 'admin' }))) {
      await users.updateOne({ _id: id }, { $set: { role: 'admin' } })
      throw lastAdmin()
    }
    return before
  }

  return {
    prepare: () => users.createIndexes(),

    async find(id: string): Promise<User | undefined> {
      const user = isObjectIdOrHexString(id) ? await read(id) : undefined
      return user ? toUser(user) : undefined
    },

    exists: async (email: string) => (await users.exists({ email })) !== null,

    /** The user of a proven address, made at the first login. `admin` lifts the role, it never lowers it. */
    async atLogin(email: string, { admin }: { admin: boolean }): Promise<User> {
      const user = await users
        .findOneAndUpdate(
          { email },
          {
            $setOnInsert: { email, name: null, picture: null, provider: 'code', ...(admin ? {} : { role: 'user' }) },
            ...(admin ? { $set: { role: 'admin' } } : {}),
          },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<StoredUser>()
      return toUser(user!)
    },

    /**
     * The user of a provider's account whose address the provider has verified: the one it belongs to, else the one who
     * signed in with a code to that address, else a new one. An address that changes at the provider moves nothing here.
     *
     * @throws AppError `conflict` when the address belongs to another account of the provider
     */
    async atProviderLogin(account: ProviderAccount): Promise<User> {
      const after = { returnDocument: 'after' } as const
      const link = { $set: { ...byAccount(account), provider: 'google' } }
      // A second round finds what a login at the same moment has just made.
      for (let round = 0; round < 2; round++) {
        const known = await users.findOne(byAccount(account)).lean<StoredUser>()
        if (known) return toUser(known)
        const unlinked = { email: account.email, oidc_subject: { $exists: false } }
        const linked = await users.findOneAndUpdate(unlinked, link, after).lean<StoredUser>()
        if (linked) return toUser(linked)
        try {
          const made = { email: account.email, role: 'user', provider: 'google', ...byAccount(account) } as const
          return toUser((await users.create(made)).toObject())
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
        }
      }
      throw new AppError('conflict', 'This e-mail address belongs to another account. Sign in with an e-mailed code.')
    },

    /** Lifts the users of these addresses to admin. */
    async makeAdmins(emails: readonly string[]): Promise<void> {
      await users.updateMany({ email: { $in: emails }, role: { $ne: 'admin' } }, { $set: { role: 'admin' } })
    },

    /** The addresses of all admins. */
    adminEmails: async (): Promise<string[]> => users.distinct('email', { role: 'admin' }),

    /** Changes a role. `undefined`: no such user. @throws AppError `conflict` for the last admin */
    async setRole(id: string, role: Role): Promise<User | undefined> {
      if (role !== 'admin') await demote(id, role)
      await users.updateOne({ _id: id, ...(role !== 'admin' && { role: { $ne: 'admin' } }) }, { $set: { role } })
      return this.find(id)
    },

    /** Deletes a user; `false` when there is none. @throws AppError `conflict` for the last admin */
    async remove(id: string): Promise<boolean> {
      await demote(id)
      return (await users.deleteOne({ _id: id, role: { $ne: 'admin' } })).deletedCount === 1
    },

    /** Claims today's request for access; `false` when there was one within a day. */
    async claimAccessRequest(id: string): Promise<boolean> {
      const at = now()
      const due = new Date(at.getTime() - days(1))
      const { modifiedCount } = await users.updateOne(
        { _id: id, $or: [{ access_requested_at: null }, { access_requested_at: { $lte: due } }] },
        { $set: { access_requested_at: at } },
        { timestamps: false },
      )
      return modifiedCount === 1
    },

    /** Remembers a device by its description; `true` when it is new to a user who has used others before. */
    async meetDevice(id: string, device: string): Promise<boolean> {
      const before = await users
        .findOneAndUpdate(
          { _id: id, known_devices: { $ne: device } },
          { $push: { known_devices: { $each: [device], $slice: -mostDevices } } },
          { timestamps: false },
        )
        .lean<StoredUser>()
      return (before?.known_devices?.length ?? 0) > 0
    },

    /** Gives the claim back: nothing could be sent. */
    async releaseAccessRequest(id: string): Promise<void> {
      await users.updateOne({ _id: id }, { $unset: { access_requested_at: 1 } }, { timestamps: false })
    },
  }
}

export type UserStore = ReturnType<typeof userStore>
