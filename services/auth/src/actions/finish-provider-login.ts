import { normalEmail } from '@app/contracts/email-address'
import { AppError } from '@app/contracts/errors'
import type { User, UserStore } from '@app/session'
import type { OAuthTransactionStore } from '../models/oauth-transaction'
import type { OpenIdProvider } from '../openid/provider'
import { sameDigest } from './code-digest'

type Deps = {
  provider: Pick<OpenIdProvider, 'issuer' | 'exchange'>
  transactions: Pick<OAuthTransactionStore, 'take'>
  users: Pick<UserStore, 'atProviderLogin' | 'setRole'>
  adminEmails: readonly string[]
}

const over = () => new AppError('invalid_request', 'This sign-in has expired or was used already. Please try again.')

/**
 * Exchanges what the provider sent to the callback page for the user it proves. The transaction is spent first, whatever
 * comes of it, and without one the provider is not asked.
 */
export const finishProviderLogin =
  ({ provider, transactions, users, adminEmails }: Deps) =>
  async ({ code, state }: { code: string; state?: string | undefined }, id: string | undefined): Promise<User> => {
    const secrets = id ? await transactions.take(id, provider.issuer) : undefined
    if (!secrets || (state !== undefined && !sameDigest(state, secrets.state))) throw over()
    const { issuer, subject, email: claimed, emailVerified } = await provider.exchange(code, secrets)
    const email = typeof claimed === 'string' ? normalEmail(claimed) : undefined
    if (!email || !emailVerified)
      throw new AppError('forbidden', 'The e-mail address of this account is not verified, so it cannot sign in here.')
    const user = await users.atProviderLogin({ issuer, subject, email })
    // The address that is stored decides, not the one the account has by now: rights do not move with it.
    const lifted = user.role !== 'admin' && adminEmails.includes(user.email)
    return (lifted ? await users.setRole(user.id, 'admin') : undefined) ?? user
  }

export type FinishProviderLogin = ReturnType<typeof finishProviderLogin>
