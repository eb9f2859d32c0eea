import { minutes } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { AppError } from '@app/contracts/errors'
import type { User } from '@app/session'
import type { Connection } from 'mongoose'
import { sameDigest } from '../codes/login-code'
import { takenOnce } from '../codes/taken-once'
import { type AccountStore, type LinkAccountDeps, linkAccount, type ProviderAccount } from '../people/account'
import type { LoginSecrets, OpenIdProvider } from './provider'

/** Life of a sign-in at the provider. */
export const transactionLife = minutes(10)

/** Sign-ins in progress at a provider. */
export const oauthTransactionStore = (connection: Connection, now?: () => Date) =>
  takenOnce<LoginSecrets & { issuer: string }>(() => connection.collection('oauth_transactions'), transactionLife, now)

type OAuthTransactionStore = ReturnType<typeof oauthTransactionStore>

type Deps = LinkAccountDeps & {
  provider: Pick<OpenIdProvider, 'issuer' | 'exchange'>
  transactions: Pick<OAuthTransactionStore, 'take'>
  accounts: Pick<AccountStore, 'ofProvider'>
}

/** A verified user, or an account whose address must be verified by a code before it is linked. */
type ProviderLogin = { user: User } | { unproven: ProviderAccount }

const expired = () => new AppError('invalid_request', 'This sign-in has expired or was used already. Please try again.')

/** The domains whose mailboxes the provider runs itself. */
const ownDomains = new Set(['gmail.com', 'googlemail.com'])
/** `email_verified` proves an address only where the provider is its mail host: its own domains and hosted ones (`hd`). */
const isMailHost = (email: string, hostedDomain: unknown) => {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return ownDomains.has(domain) || (typeof hostedDomain === 'string' && hostedDomain.toLowerCase() === domain)
}

/**
 * Exchanges the provider's answer for a login. The transaction is spent first in every case, and without one the provider
 * is not called.
 */
export const finishProviderLogin = (deps: Deps) => {
  const { provider, transactions, accounts } = deps
  const link = linkAccount(deps)
  return async (
    { code, state }: { code: string; state?: string | undefined },
    id: string | undefined,
  ): Promise<ProviderLogin> => {
    const secrets = id ? await transactions.take(id, { issuer: provider.issuer }) : undefined
    if (!secrets || (state !== undefined && !sameDigest(state, secrets.state))) throw expired()
    const { issuer, subject, email: claimed, emailVerified, hostedDomain } = await provider.exchange(code, secrets)
    const email = typeof claimed === 'string' ? normalEmail(claimed) : undefined
    if (!email || !emailVerified)
      throw new AppError('forbidden', 'The email address of this account is not verified, so it cannot sign in here.')
    const account = { issuer, subject, email }
    if (!isMailHost(email, hostedDomain) && !(await accounts.ofProvider(account))) return { unproven: account }
    return { user: await link(account) }
  }
}
