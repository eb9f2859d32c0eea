import type { User, UserStore } from '@app/session'
import type { AccountStore, ProviderAccount } from './account'

export type LinkAccountDeps = {
  accounts: Pick<AccountStore, 'link'>
  users: Pick<UserStore, 'setRole'>
  adminEmails: readonly string[]
}

/** Links an account of a proven address and applies `ADMIN_EMAILS`: the stored address decides, not the provider's. */
export const linkAccount =
  ({ accounts, users, adminEmails }: LinkAccountDeps) =>
  async (account: ProviderAccount): Promise<User> => {
    const user = await accounts.link(account)
    if (user.role === 'admin' || !adminEmails.includes(user.email)) return user
    return (await users.setRole(user.id, 'admin')) ?? user
  }

export type LinkAccount = ReturnType<typeof linkAccount>
