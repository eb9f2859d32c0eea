import { combineReads } from '@app/concurrency/share-reads'
import { minutes } from '@app/contracts/durations'
import type { AccountRights } from '@app/contracts/users'
import { documentOptions } from '@app/mongo'
import { type Connection, type Model, Schema, Types } from 'mongoose'
import type { User, UserStore } from './user'

/** The last use of a secret is written at most this often. */
const touchInterval = minutes(1)

type StoredSecret = { n: number; hash: string; created_at: Date; last_used_at: Date | null }

/** The collection `service_accounts`. The auth service owns it; the others read it and note the last use of a secret. */
export type StoredServiceAccount = {
  _id: Types.ObjectId
  name: string
  /** The name as it is compared: no two accounts are called alike. */
  name_key: string
  rights: AccountRights
  exports: string[]
  networks: string[]
  expires_at: Date | null
  owner_id: string
  secrets: StoredSecret[]
  /** The number of the next secret. */
  next_secret: number
  created_at: Date
}

const required = { type: String, required: true }
const secretPaths = { n: Number, hash: required, created_at: Date, last_used_at: { type: Date, default: null } }
const schema = new Schema<StoredServiceAccount>(
  {
    name: required,
    name_key: required,
    rights: { type: Schema.Types.Mixed, required: true },
    exports: [String],
    networks: [String],
    expires_at: { type: Date, default: null },
    owner_id: required,
    secrets: [new Schema<StoredSecret>(secretPaths, { _id: false, strict: 'throw' })],
    next_secret: Number,
    created_at: Date,
  },
  // Rights on no table are an empty object.
  { ...documentOptions, timestamps: false, minimize: false, collection: 'service_accounts' },
)
schema.index({ name_key: 1 }, { name: 'name', unique: true })
schema.index({ 'secrets.hash': 1 }, { name: 'secret' })

export const serviceAccountModel = (connection: Connection) =>
  connection.model('ServiceAccount', schema) as unknown as Model<StoredServiceAccount>

const projection = {
  name: 1,
  rights: 1,
  exports: 1,
  networks: 1,
  expires_at: 1,
  owner_id: 1,
  created_at: 1,
  'secrets.n': 1,
  'secrets.hash': 1,
  'secrets.last_used_at': 1,
} as const

/** The name of an account in history and audit. */
const accountLabel = (name: string) => `${name} (service account)`

/** An account as the one who acts: staff with its rights. */
export const actingAccount = ({ _id, name, rights, exports, created_at }: StoredServiceAccount): User => ({
  id: _id.toHexString(),
  email: accountLabel(name),
  name,
  picture: null,
  role: 'staff',
  rights,
  exports,
  provider: 'code',
  createdAt: created_at,
})

export const hasExpired = ({ expires_at }: Pick<StoredServiceAccount, 'expires_at'>, now: Date) =>
  expires_at !== null && expires_at.getTime() <= now.getTime()

/** Accounts as the guards need them. Read for every request, like sessions. */
export function serviceAccountReader(
  connection: Connection,
  users: Pick<UserStore, 'find'>,
  now: () => Date = () => new Date(),
) {
  // By the driver, like sessions.
  const accounts = () => connection.collection<StoredServiceAccount>('service_accounts')
  const read = combineReads(async (hashes) => {
    const found = await accounts()
      .find({ 'secrets.hash': { $in: [...hashes] } }, { projection })
      .toArray()
    return new Map(found.flatMap((account) => account.secrets.map(({ hash }) => [hash, account] as const)))
  })

  return {
    bySecret: (hash: string): Promise<StoredServiceAccount | undefined> => read(hash),

    /** True if the admin who answers for an account is one still. */
    async hasOwner({ owner_id }: Pick<StoredServiceAccount, 'owner_id'>): Promise<boolean> {
      const owner = await users.find(owner_id)
      return owner !== undefined && owner.role === 'admin' && !owner.disabled
    },

    /** An account of this id that may act at this moment. */
    async find(id: string): Promise<User | undefined> {
      if (!Types.ObjectId.isValid(id)) return undefined
      const found = await accounts().findOne({ _id: new Types.ObjectId(id) }, { projection })
      return found && !hasExpired(found, now()) && (await this.hasOwner(found)) ? actingAccount(found) : undefined
    },

    /** Records that a secret is in use. */
    async touch({ _id, secrets }: StoredServiceAccount, hash: string): Promise<void> {
      const at = now()
      const last = secrets.find((secret) => secret.hash === hash)?.last_used_at
      if (last && at.getTime() - last.getTime() < touchInterval) return
      await accounts().updateOne({ _id, 'secrets.hash': hash }, { $set: { 'secrets.$.last_used_at': at } })
    },
  }
}

export type ServiceAccountReader = ReturnType<typeof serviceAccountReader>
