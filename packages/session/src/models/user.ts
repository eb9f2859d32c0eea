import { combineReads } from '@app/concurrency/share-reads'
import { conflict } from '@app/contracts/errors'
import type { AdminStatus, CurrentUser, Role, TableRights } from '@app/contracts/users'
import { documentOptions } from '@app/mongo'
import { type Connection, isObjectIdOrHexString, type Model, Schema, Types } from 'mongoose'

export type User = {
  id: string
  email: string
  name: string | null
  picture: string | null
  role: Role
  /** The rights of staff, by table. */
  rights: TableRights
  /** The tables that staff may export. */
  exports: string[]
  /** May not sign in, and has no session. */
  disabled?: true
  provider: 'code' | 'google'
  /** Ends their replies to visitors. */
  signature?: string
  createdAt: Date
}

export type StoredUser = Omit<User, 'id' | 'createdAt' | 'rights' | 'exports'> & {
  rights?: TableRights
  /** The tables of which a person has a right to their own records alone; see `storedRights`. */
  own_tables?: string[]
  exports?: string[]
  _id: Types.ObjectId
  created_at: Date
  oidc_issuer?: string
  oidc_subject?: string
  invited_at?: Date
  access_requested_at?: Date
  last_sign_in_at?: Date
  /** Hashes of the device cookies that have signed in. */
  known_devices?: string[]
}

const userSchema = new Schema<StoredUser>(
  {
    email: { type: String, required: true },
    name: { type: String, default: null },
    picture: { type: String, default: null },
    role: { type: String, enum: ['admin', 'staff', 'user'], required: true },
    rights: { type: Schema.Types.Mixed, default: undefined },
    own_tables: { type: [String], default: undefined },
    exports: { type: [String], default: undefined },
    disabled: Boolean,
    signature: String,
    provider: { type: String, enum: ['code', 'google'], required: true },
    oidc_issuer: String,
    oidc_subject: String,
    invited_at: Date,
    access_requested_at: Date,
    last_sign_in_at: Date,
    known_devices: { type: [String], default: undefined },
  },
  { ...documentOptions, collection: 'users' },
)
userSchema.index({ email: 1 }, { unique: true })
userSchema.index(
  { oidc_issuer: 1, oidc_subject: 1 },
  { unique: true, partialFilterExpression: { oidc_subject: { $type: 'string' } } },
)

/** The `users` collection. The auth service owns it; the others read it, and admin-tables changes roles by `userStore`. */
export const userModel = (connection: Connection) =>
  connection.model('User', userSchema) as unknown as Model<StoredUser>

/** The fields of `User`. */
const shownFields = {
  email: 1,
  name: 1,
  picture: 1,
  role: 1,
  rights: 1,
  own_tables: 1,
  exports: 1,
  disabled: 1,
  provider: 1,
  signature: 1,
  created_at: 1,
} as const

/**
 * Rights as they are stored. Those to a person's own records are apart: earlier releases take whatever stands in `rights` for
 * the right to see all records of a table, and serve during an update and after a roll back.
 */
export function storedRights(rights: TableRights): Pick<StoredUser, 'rights' | 'own_tables'> {
  const entries = Object.entries(rights)
  return {
    rights: Object.fromEntries(entries.filter(([, right]) => right !== 'own')),
    own_tables: entries.flatMap(([table, right]) => (right === 'own' ? [table] : [])),
  }
}

/** The rights of a stored user. */
export const rightsOf = ({ rights, own_tables: own = [] }: Pick<StoredUser, 'rights' | 'own_tables'>): TableRights => ({
  ...Object.fromEntries(own.map((table) => [table, 'own' as const])),
  ...rights,
})

export const toUser = ({ _id, created_at, email, name, picture, role, provider, ...stored }: StoredUser): User => ({
  id: _id.toHexString(),
  email,
  name,
  picture,
  role,
  rights: rightsOf(stored),
  exports: stored.exports ?? [],
  ...(stored.disabled && { disabled: true }),
  ...(stored.signature && { signature: stored.signature }),
  provider,
  createdAt: created_at,
})

/** A user as `GET /api/users/me` shows them. */
export const toCurrentUser = ({ createdAt, disabled, ...user }: User): CurrentUser => ({
  ...user,
  createdAt: createdAt.toISOString(),
})

/** A user as `GET /api/admin/status` shows them: the rights of staff, which mean nothing with another role. */
export const toAdminStatus = ({ role, rights, exports }: User): AdminStatus => ({
  isAdmin: role === 'admin',
  role,
  tables: role === 'staff' ? rights : {},
  exports: role === 'staff' ? exports : [],
})

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
