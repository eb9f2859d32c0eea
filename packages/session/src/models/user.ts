import { AppError } from '@app/contracts/errors'
import type { Role, TableRights } from '@app/contracts/users'
import { createBatchLoader } from '@app/mongo'
import { type Connection, isObjectIdOrHexString, Types } from 'mongoose'
import { type StoredUser, shownFields, toUser, type User, userModel } from './user-document'

const lastAdmin = () => new AppError('conflict', 'There must be at least one admin.')
const configuredAdmin = () =>
  new AppError(
    'conflict',
    'This address is an admin by configuration. Remove it from ADMIN_EMAILS of the auth service first.',
  )

/** What a person may do. Members that are left out stay as they are. */
export type AccessChange = {
  role?: Role
  rights?: TableRights
  exports?: string[]
  disabled?: boolean
  name?: string | null
}

const activeAdmin = { role: 'admin', disabled: { $ne: true } } as const

/** Reads users for the guards, and changes what they may do. */
export function userStore(connection: Connection) {
  const users = userModel(connection)
  const read = createBatchLoader(async (ids) => {
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
  const change = async (id: string, { disabled, ...access }: AccessChange): Promise<StoredUser | undefined> => {
    const losesAdmin = disabled === true || (access.role !== undefined && access.role !== 'admin')
    const update = {
      $set: { ...access, ...(disabled && { disabled: true as const }) },
      ...(disabled === false && { $unset: { disabled: 1 as const } }),
    }
    const before = await users
      .findOneAndUpdate({ _id: id, ...(losesAdmin && { configured_admin: { $ne: true } }) }, update)
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

    /** Changes what a user may do. `undefined`: no such user. @throws AppError `conflict`, see `change` */
    async setAccess(id: string, access: AccessChange): Promise<User | undefined> {
      return isObjectIdOrHexString(id) && (await change(id, access)) ? find(id) : undefined
    },

    /** Changes a role. `undefined`: no such user. @throws AppError `conflict`, see `change` */
    async setRole(id: string, role: Role): Promise<User | undefined> {
      return this.setAccess(id, { role })
    },

    /** Deletes a user; `false` when there is none. @throws AppError `conflict`, see `change` */
    async remove(id: string): Promise<boolean> {
      if (!isObjectIdOrHexString(id) || !(await change(id, { role: 'user' }))) return false
      return (await users.deleteOne({ _id: id, role: { $ne: 'admin' } })).deletedCount === 1
    },
  }
}

export type UserStore = ReturnType<typeof userStore>
