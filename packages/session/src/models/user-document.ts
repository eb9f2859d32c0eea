import type { AdminStatus, CurrentUser, Role, TableRights } from '@app/contracts/users'
import { documentOptions } from '@app/mongo'
import { type Connection, type Model, Schema, type Types } from 'mongoose'

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
export const shownFields = {
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
