import { comparable } from '@app/contracts/comparable'
import { type AccountSettings, maxSecrets } from '@app/contracts/service-accounts'
import { isDuplicateKey } from '@app/mongo'
import { newAccountSecret, type StoredServiceAccount, secretHash, serviceAccountModel } from '@app/session'
import { type Connection, Types } from 'mongoose'

type Settings = Pick<AccountSettings, 'name' | 'rights' | 'exports' | 'networks'> & { expiresAt: Date | null }

const fieldsOf = ({ name, rights, exports, networks, expiresAt }: Settings, ownerId: string) => ({
  name,
  name_key: comparable(name),
  rights,
  exports,
  networks,
  expires_at: expiresAt,
  owner_id: ownerId,
})
const refuseDuplicate = (error: unknown): undefined => {
  if (isDuplicateKey(error)) return undefined
  throw error
}

/** Service accounts. A secret is stored as its hash, and returned once. */
export function accountStore(connection: Connection, now = () => new Date()) {
  const accounts = serviceAccountModel(connection)
  const newSecretOf = (n: number) => {
    const secret = newAccountSecret()
    return { secret, stored: { n, hash: secretHash(secret), created_at: now(), last_used_at: null } }
  }

  return {
    prepare: () => accounts.createIndexes(),

    list: (): Promise<StoredServiceAccount[]> => accounts.find().sort({ name_key: 1 }).lean(),

    find: async (id: string): Promise<StoredServiceAccount | undefined> =>
      (await accounts.findById(id).lean()) ?? undefined,

    /** `undefined` when another account has this name. */
    async create(settings: Settings, ownerId: string): Promise<{ id: string; secret: string } | undefined> {
      const { secret, stored } = newSecretOf(1)
      const _id = new Types.ObjectId()
      const added = { _id, ...fieldsOf(settings, ownerId), secrets: [stored], next_secret: 2, created_at: now() }
      return accounts.create(added).then(() => ({ id: _id.toHexString(), secret }), refuseDuplicate)
    },

    /** `undefined` when another account has this name; `null` when there is no such account. */
    change: (id: string, settings: Settings, ownerId: string): Promise<StoredServiceAccount | null | undefined> =>
      accounts
        .findByIdAndUpdate(id, { $set: fieldsOf(settings, ownerId) }, { returnDocument: 'after' })
        .lean()
        .catch(refuseDuplicate),

    remove: async (id: string): Promise<boolean> => (await accounts.deleteOne({ _id: id })).deletedCount === 1,

    /** `undefined` when the account has as many as it may, or another secret was added at the same time. */
    async addSecret({ _id, next_secret: n }: StoredServiceAccount): Promise<{ n: number; secret: string } | undefined> {
      const { secret, stored } = newSecretOf(n)
      const hasRoom = { [`secrets.${maxSecrets - 1}`]: { $exists: false } }
      const { modifiedCount } = await accounts.updateOne(
        { _id, next_secret: n, ...hasRoom },
        { $push: { secrets: stored }, $inc: { next_secret: 1 } },
      )
      return modifiedCount === 1 ? { n, secret } : undefined
    },

    /** `undefined` when there is no such account or secret. */
    removeSecret: async (id: string, n: number): Promise<StoredServiceAccount | undefined> =>
      (await accounts
        .findOneAndUpdate({ _id: id, 'secrets.n': n }, { $pull: { secrets: { n } } }, { returnDocument: 'after' })
        .lean()) ?? undefined,
  }
}

export type AccountStore = ReturnType<typeof accountStore>
