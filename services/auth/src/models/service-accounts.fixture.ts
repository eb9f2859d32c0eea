import { maxSecrets } from '@app/contracts/service-accounts'
import {
  newAccountSecret,
  type ServiceAccountReader,
  type StoredServiceAccount,
  secretHash,
  type User,
} from '@app/session'
import { Types } from 'mongoose'
import type { AccountStore } from './service-account'

/** Service accounts as a plain map, with the reader of the guards. */
export function accountMaps(userOf: (id: string) => Promise<User | undefined>) {
  const accounts = new Map<string, StoredServiceAccount>()
  const isTaken = (name: string, id?: string) =>
    [...accounts].some(([other, { name_key }]) => other !== id && name_key === name.toLowerCase())
  const add = (account: StoredServiceAccount) => {
    const [secret, n] = [newAccountSecret(), account.next_secret]
    account.secrets.push({ n, hash: secretHash(secret), created_at: new Date(), last_used_at: null })
    account.next_secret += 1
    return { n, secret }
  }
  const serviceAccounts: AccountStore = {
    prepare: async () => {},
    list: async () => [...accounts.values()],
    find: async (id) => accounts.get(id),
    async create({ expiresAt, ...settings }, owner_id) {
      if (isTaken(settings.name)) return undefined
      const made = { name_key: settings.name.toLowerCase(), owner_id, expires_at: expiresAt, created_at: new Date() }
      const account = { _id: new Types.ObjectId(), ...settings, ...made, secrets: [], next_secret: 1 }
      const id = account._id.toHexString()
      accounts.set(id, account)
      return { id, secret: add(account).secret }
    },
    async change(id, { expiresAt, ...settings }, owner_id) {
      const known = accounts.get(id)
      if (!known) return null
      if (isTaken(settings.name, id)) return undefined
      return Object.assign(known, settings, { owner_id, expires_at: expiresAt })
    },
    remove: async (id) => accounts.delete(id),
    addSecret: async (account) => (account.secrets.length < maxSecrets ? add(account) : undefined),
    async removeSecret(id, n) {
      const known = accounts.get(id)
      if (!known?.secrets.some((secret) => secret.n === n)) return undefined
      known.secrets = known.secrets.filter((secret) => secret.n !== n)
      return known
    },
  }
  const hasOwner: ServiceAccountReader['hasOwner'] = async ({ owner_id }) => {
    const owner = await userOf(owner_id)
    return owner?.role === 'admin' && !owner.disabled
  }
  const accountReader: ServiceAccountReader = {
    hasOwner,
    bySecret: async (hash) => [...accounts.values()].find(({ secrets }) => secrets.some((one) => one.hash === hash)),
    find: async () => undefined,
    async touch({ secrets }, hash) {
      for (const secret of secrets) if (secret.hash === hash) secret.last_used_at = new Date()
    },
  }
  return { serviceAccounts, accountReader }
}
