import { conflict } from '@app/contracts/errors'
import type { Role, TableRights } from '@app/contracts/users'
import { combineReads } from '@app/mongo'
import { type Connection, isObjectIdOrHexString, Types } from 'mongoose'
import { type StoredUser, shownFields, storedRights, toUser, type User, userModel } from './user-document'

const lastAdmin = () => conflict('There must be at least one admin.')
const configuredAdmin = () =>
  conflict('This address is an admin by configuration. Remove it from ADMIN_EMAILS of the auth service first.')
export const ownAccess = () => conflict('You cannot change your own access. Another admin can.')

/** Collections with what belongs to a person alone. Known devices and a linked account are part of the user. */
const belongings = ['sessions', 'passkeys', 'calendar_feeds'] as const

/** A change of a person's rights. Members that are left out stay as they are. */
export type AccessChange = {
  role?: Role
  rights?: TableRights
  exports?: string[]
  disabled?: boolean
  name?: string | null
}

const activeAdmin = { role: 'admin', disabled: { $ne: true } } as const

/**
 * Reads users for the guards, and changes what they may do. The addresses of `adminEmails` stay admins: a service that
 * changes or deletes users passes `ADMIN_EMAILS`.
 */
export function userStore(connection: Connection, adminEmails: readonly string[] = []) {
  const users = userModel(connection)
  const read = combineReads(async (ids) => {
    // By the driver, like sessions.
    const found = await connection
      .collection<StoredUser>('users')
      .find({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } }, { projection: shownFields })
      .toArray()
    return new Map(found.map((user) => [user._id.toHexString(), user]))
  })
  const find = async (id: string): Promise<User | undefined> => {
    const user = isObjectIdOrHexString(id) ? await read(id) : undefined
    return user ? toUser(user) : undefined
  }

  /**
   * Takes the right away first and then checks that an admin is left: two last admins who demote each other concurrently
   * both see that none is left, and both are restored. There may be no admin for a moment, but not permanently.
   *
   * @returns the user before the change
   * @throws AppError `conflict` for the last admin and for an address of `ADMIN_EMAILS`
   */
  const change = async (id: string, { disabled, rights, ...access }: AccessChange): Promise<StoredUser | undefined> => {
    const losesAdmin = disabled === true || (access.role !== undefined && access.role !== 'admin')
    const update = {
      $set: { ...access, ...(rights && storedRights(rights)), ...(disabled && { disabled: true as const }) },
      ...(disabled === false && { $unset: { disabled: 1 as const } }),
    }
    const before = await users
      .findOneAndUpdate({ _id: id, ...(losesAdmin && { email: { $nin: adminEmails } }) }, update)
      .lean<StoredUser>()
    if (!before) {
      if (losesAdmin && (await users.exists({ _id: id }))) throw configuredAdmin()
      return undefined
    }
    const wasAdmin = before.role === 'admin' && !before.disabled
    if (losesAdmin && wasAdmin && !(await users.exists(activeAdmin))) {
      await users.updateOne({ _id: id }, { $set: { role: 'admin' }, $unset: { disabled: 1 } })
      throw lastAdmin()
    }
    return before
  }

  return {
    find,

    /** An empty text removes it. */
    async setSignature(id: string, text: string): Promise<User | undefined> {
      const update = text ? { $set: { signature: text } } : { $unset: { signature: 1 as const } }
      const user = await users.findByIdAndUpdate(id, update, { returnDocument: 'after' }).lean<StoredUser>()
      return user ? toUser(user) : undefined
    },

    /** Changes what a user may do. `undefined`: no such user. @throws AppError `conflict`, see `change` */
    async setAccess(id: string, access: AccessChange): Promise<User | undefined> {
      return isObjectIdOrHexString(id) && (await change(id, access)) ? find(id) : undefined
    },

    /** Changes a role. `undefined`: no such user. @throws AppError `conflict`, see `change` */
    async setRole(id: string, role: Role): Promise<User | undefined> {
      return this.setAccess(id, { role })
    },

    /**
     * The one deletion of a person: the user with everything that could sign them in or read for them. Disabled first, so
     * that no sign-in adds anything meanwhile; an interrupted deletion leaves a disabled user and can be repeated.
     *
     * @returns `false` when there is no such user
     * @throws AppError `conflict`, see `change`
     */
    async remove(id: string): Promise<boolean> {
      if (!isObjectIdOrHexString(id) || !(await change(id, { role: 'user', disabled: true }))) return false
      await Promise.all(belongings.map((name) => connection.collection(name).deleteMany({ user_id: id })))
      return (await users.deleteOne({ _id: id, role: { $ne: 'admin' } })).deletedCount === 1
    },
  }
}

/** The names of the users of some addresses, by address; of those who have one. */
export const userNames =
  (connection: Connection) =>
  async (emails: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const found = await userModel(connection)
      .find({ email: { $in: emails } }, { email: 1, name: 1 })
      .lean<StoredUser[]>()
    return new Map(found.flatMap(({ email, name }) => (name ? [[email, name] as const] : [])))
  }

export type UserStore = ReturnType<typeof userStore>
