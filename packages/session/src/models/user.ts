import type { CurrentUser, Role } from '@app/contracts/users'
import { documentOptions } from '@app/mongo'
import { type Connection, Schema, type Types } from 'mongoose'

export type User = {
  id: string
  email: string
  name: string | null
  picture: string | null
  role: Role
  provider: 'code' | 'google'
  createdAt: Date
}

const schema = new Schema(
  {
    email: { type: String, required: true },
    name: { type: String, default: null },
    picture: { type: String, default: null },
    role: { type: String, enum: ['admin', 'user'], required: true },
    provider: { type: String, enum: ['code', 'google'], required: true },
  },
  { ...documentOptions, collection: 'users' },
)
schema.index({ email: 1 }, { unique: true })

type Stored = Omit<User, 'id' | 'createdAt'> & { _id: Types.ObjectId; created_at: Date }

const toUser = ({ _id, created_at, email, name, picture, role, provider }: Stored): User => ({
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

/** People who have signed in. Addresses are stored as `normalEmail` makes them. */
export function userStore(connection: Connection) {
  const users = connection.model('User', schema)
  return {
    prepare: () => users.createIndexes(),

    async find(id: string): Promise<User | undefined> {
      const user = await users.findById(id).lean<Stored>()
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
        .lean<Stored>()
      return toUser(user!)
    },

    /** Lifts the users of these addresses to admin. */
    async makeAdmins(emails: readonly string[]): Promise<void> {
      await users.updateMany({ email: { $in: emails }, role: 'user' }, { $set: { role: 'admin' } })
    },
  }
}

export type UserStore = ReturnType<typeof userStore>
