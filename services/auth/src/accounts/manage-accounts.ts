import { conflict, invalidField, notFound } from '@app/contracts/errors'
import { peopleTable } from '@app/contracts/policy'
import type { AccountSettings, ServiceAccount } from '@app/contracts/service-accounts'
import { isNetwork, type StoredServiceAccount, type UserStore } from '@app/session'
import type { AccountStore } from './service-account'

type AccountDeps = { serviceAccounts: AccountStore; users: Pick<UserStore, 'find'>; now?: () => number }

const sameName = () => conflict('Another service account has this name.')
/** @throws AppError `invalid_input` */
function checked({ expiresAt, ...settings }: AccountSettings, now: number) {
  const { rights, exports, networks } = settings
  if (Object.hasOwn(rights, peopleTable)) throw invalidField('rights', 'Service accounts have no rights on people')
  if (!exports.every((table) => Object.hasOwn(rights, table)))
    throw invalidField('exports', 'A table can be exported only with the right to view it')
  const wrong = networks.find((network) => !isNetwork(network))
  if (wrong !== undefined)
    throw invalidField('networks', `${wrong} is no IP address, and no network such as 203.0.113.0/24`)
  const ends = expiresAt === null ? null : new Date(expiresAt)
  if (ends && !(ends.getTime() > now)) throw invalidField('expiresAt', 'Expiry must be in the future')
  return { ...settings, exports: [...new Set(exports)], expiresAt: ends }
}

/** The audit's details of an account. */
export const aboutAccount = ({ name, rights, exports, networks, expiresAt }: AccountSettings) => ({
  account: name,
  rights: Object.entries(rights)
    .map(([table, right]) => `${table}: ${right}`)
    .join(', '),
  ...(exports.length > 0 && { exports: exports.join(', ') }),
  ...(networks.length > 0 && { networks: networks.join(', ') }),
  ...(expiresAt && { expires: expiresAt }),
})

/** Creates service accounts and rotates their secrets. The admin who last saved an account is its owner. */
export function manageAccounts({ serviceAccounts: accounts, users, now = Date.now }: AccountDeps) {
  async function show(account: StoredServiceAccount): Promise<ServiceAccount> {
    const owner = await users.find(account.owner_id)
    const hasOwner = owner?.role === 'admin' && !owner.disabled
    const hasEnded = account.expires_at !== null && account.expires_at.getTime() <= now()
    return {
      id: account._id.toHexString(),
      name: account.name,
      rights: account.rights,
      exports: account.exports,
      networks: account.networks,
      expiresAt: account.expires_at?.toISOString() ?? null,
      owner: owner ? { id: owner.id, email: owner.email } : null,
      state: hasEnded ? 'expired' : hasOwner ? 'active' : 'ownerless',
      secrets: account.secrets.map(({ n, created_at, last_used_at }) => ({
        n,
        createdAt: created_at.toISOString(),
        lastUsedAt: last_used_at?.toISOString() ?? null,
      })),
      createdAt: account.created_at.toISOString(),
    }
  }
  const existing = async (id: string): Promise<StoredServiceAccount> => {
    const account = await accounts.find(id)
    if (!account) throw notFound('There is no such service account.')
    return account
  }

  return {
    list: async () => ({ data: await Promise.all((await accounts.list()).map(show)) }),
    read: async (id: string) => show(await existing(id)),
    /** The address of the admin who last saved it. @throws AppError `not_found` */
    ownerOf: async (id: string) => (await users.find((await existing(id)).owner_id))?.email,

    /** @throws AppError `invalid_input`; `conflict` for a name that is taken */
    async create(ownerId: string, settings: AccountSettings) {
      const created = await accounts.create(checked(settings, now()), ownerId)
      if (!created) throw sameName()
      return created
    },

    /** @throws AppError as for `create`, and `not_found` */
    async change(ownerId: string, id: string, settings: AccountSettings) {
      const changed = await accounts.change(id, checked(settings, now()), ownerId)
      if (changed === undefined) throw sameName()
      if (changed === null) throw notFound('There is no such service account.')
      return show(changed)
    },

    /** Resolves with the account as it was. @throws AppError `not_found` */
    async remove(id: string) {
      const account = await existing(id)
      if (!(await accounts.remove(id))) throw notFound('There is no such service account.')
      return account
    },

    /** @throws AppError `not_found`; `conflict` when it has two secrets */
    async addSecret(id: string) {
      const account = await existing(id)
      const added = await accounts.addSecret(account)
      if (!added) throw conflict('This account has two secrets. Revoke the one that is no longer used.')
      return { ...added, account }
    },

    /** @throws AppError `not_found` */
    async removeSecret(id: string, n: number) {
      const account = await accounts.removeSecret(id, n)
      if (!account) throw notFound('There is no such secret.')
      return show(account)
    },
  }
}
