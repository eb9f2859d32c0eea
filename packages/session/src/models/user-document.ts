import type { CurrentUser, Role } from '@app/contracts/users'
import { documentOptions } from '@app/mongo'
import { Schema, type Types } from 'mongoose'

export type User = {
  id: string
  email: string
  name: string | null
  picture: string | null
  role: Role
  provider: 'code' | 'google'
  createdAt: Date
}

export type StoredUser = Omit<User, 'id' | 'createdAt'> & {
  _id: Types.ObjectId
  created_at: Date
  oidc_issuer?: string
  oidc_subject?: string
  access_requested_at?: Date
  known_devices?: string[]
}

export const userSchema = new Schema<StoredUser>(
  {
    email: { type: String, required: true },
    name: { type: String, default: null },
    picture: { type: String, default: null },
    role: { type: String, enum: ['admin', 'user'], required: true },
    provider: { type: String, enum: ['code', 'google'], required: true },
    oidc_issuer: String,
    oidc_subject: String,
    access_requested_at: Date,
    known_devices: { type: [String], default: undefined },
  },
  { ...documentOptions, collection: 'users' },
)
userSchema.index({ email: 1 }, { unique: true })
userSchema.index(
  { oidc_issuer: 1, oidc_subject: 1 },
  { unique: true, partialFilterExpression: { oidc_subject: { $type: 'string' } } },
)

export const toUser = ({ _id, created_at, email, name, picture, role, provider }: StoredUser): User => ({
  id: _id.toHexString(),
  email,
  name,
  picture,
  role,
  provider,
  createdAt: created_at,
})

/** What `GET /api/users/me` shows of a user. */
export const toCurrentUser = ({ createdAt, ...user }: User): CurrentUser => ({
  ...user,
  createdAt: createdAt.toISOString(),
})
