import { conflict } from '@app/contracts/errors'
import { isDuplicateKey } from '@app/mongo'
import type { UserStore } from '@app/session'
import { toUser, type User, userModel } from '@app/session/models/user'
import type { Connection } from 'mongoose'

/** A person's identity at an OpenID provider. Only issuer and subject together are unique and stable. */
export type ProviderAccount = { issuer: string; subject: string; email: string }

const byAccount = ({ issuer, subject }: Omit<ProviderAccount, 'email'>) => ({
  oidc_issuer: issuer,
  oidc_subject: subject,
})
const after = { returnDocument: 'after' } as const
const enabled = { disabled: { $ne: true } } as const

/** The users as sign-in sees them: found by a proven address or provider account, created at the first sign-in. */
export function accountStore(connection: Connection, now = () => new Date()) {
  const users = userModel(connection)

  return {
    prepare: () => users.createIndexes(),

    /** True if a user of this address may sign in. */
    maySignIn: async (email: string) => (await users.exists({ email, ...enabled })) !== null,

    /** The user of a verified address, created at the first sign-in. `admin` raises the role, it never lowers it. */
    async atLogin(email: string, { admin }: { admin: boolean }): Promise<User> {
      const user = await users
        .findOneAndUpdate(
          { email },
          {
            $setOnInsert: { email, name: null, picture: null, provider: 'code', ...(admin ? {} : { role: 'user' }) },
            $set: { last_sign_in_at: now(), ...(admin && { role: 'admin' }) },
          },
          { upsert: true, ...after },
        )
        .lean()
      return toUser(user!)
    },

    /** The user whom this provider account is linked to. */
    async ofProvider(account: Omit<ProviderAccount, 'email'>): Promise<User | undefined> {
      const signedIn = { $set: { last_sign_in_at: now() } }
      const user = await users.findOneAndUpdate(byAccount(account), signedIn, after).lean()
      return user ? toUser(user) : undefined
    },

    /**
     * Links a provider account to the user of its address, or creates that user. The caller has proof of the address.
     * A later change of address at the provider changes nothing here.
     *
     * @throws AppError `conflict` when the address belongs to another account of the provider
     */
    async link(account: ProviderAccount): Promise<User> {
      const signedIn = { provider: 'google' as const, last_sign_in_at: now(), ...byAccount(account) }
      // The second round finds what a concurrent sign-in has just created.
      for (let round = 0; round < 2; round++) {
        const known = await this.ofProvider(account)
        if (known) return known
        const unlinked = { email: account.email, oidc_subject: { $exists: false } }
        const linked = await users.findOneAndUpdate(unlinked, { $set: signedIn }, after).lean()
        if (linked) return toUser(linked)
        try {
          return toUser((await users.create({ email: account.email, role: 'user', ...signedIn })).toObject())
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
        }
      }
      throw conflict('This email address belongs to another account. Sign in with an emailed code.')
    },

    /** Records a sign-in by other means, such as a passkey. */
    async noteSignIn(id: string): Promise<void> {
      await users.updateOne({ _id: id }, { $set: { last_sign_in_at: now() } })
    },

    /** Makes the users of these addresses admins. */
    async applyAdminEmails(emails: readonly string[]): Promise<void> {
      await users.updateMany({ email: { $in: emails } }, { $set: { role: 'admin' } })
    },

    /** The addresses of all admins. */
    adminEmails: async (): Promise<string[]> => users.distinct('email', { role: 'admin', ...enabled }),
  }
}

export type AccountStore = ReturnType<typeof accountStore>

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
