import { minutes } from '@app/contracts/durations'
import { normalEmail } from '@app/contracts/entered-line'
import { AppError } from '@app/contracts/errors'
import { documentOptions } from '@app/mongo'
import { newSecret, secretHash, type User } from '@app/session'
import { type Connection, Schema } from 'mongoose'
import { sameDigest } from '../codes/login-code'
import { type AccountStore, type LinkAccountDeps, linkAccount, type ProviderAccount } from '../people/account'
import type { LoginSecrets, OpenIdProvider } from './provider'

/** Life of a sign-in at the provider. */
export const transactionLife = minutes(10)

type Stored = LoginSecrets & { _id: string; issuer: string; expires_at: Date }

const schema = new Schema<Stored>(
  { _id: String, issuer: String, state: String, nonce: String, verifier: String, expires_at: Date },
  { ...documentOptions, timestamps: false, collection: 'oauth_transactions' },
)
schema.index({ expires_at: 1 }, { expireAfterSeconds: 0 })

/** Sign-ins in progress at a provider. Only the browser holds the id; its hash is stored. */
export function oauthTransactionStore(connection: Connection, now = () => new Date()) {
  const transactions = connection.model<Stored>('OAuthTransaction', schema)
  return {
    prepare: () => transactions.createIndexes(),

    /** Returns the id for the browser. */
    async begin(issuer: string, secrets: LoginSecrets): Promise<string> {
      const id = newSecret()
      const expires_at = new Date(now().getTime() + transactionLife)
      await transactions.create({ _id: secretHash(id), issuer, ...secrets, expires_at })
      return id
    },

    /** Ends a transaction and returns its secrets, to exactly one caller and for its own issuer only. */
    async take(id: string, issuer: string): Promise<LoginSecrets | undefined> {
      const filter = { _id: secretHash(id), issuer, expires_at: { $gt: now() } }
      const taken = await transactions.findOneAndDelete(filter).lean<Stored>()
      return taken ? { state: taken.state, nonce: taken.nonce, verifier: taken.verifier } : undefined
    },
  }
}

type OAuthTransactionStore = ReturnType<typeof oauthTransactionStore>

type Deps = LinkAccountDeps & {
  provider: Pick<OpenIdProvider, 'issuer' | 'exchange'>
  transactions: Pick<OAuthTransactionStore, 'take'>
  accounts: Pick<AccountStore, 'ofProvider'>
}

/** A verified user, or an account whose address must be verified by a code before it is linked. */
export type ProviderLogin = { user: User } | { unproven: ProviderAccount }

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
    const secrets = id ? await transactions.take(id, provider.issuer) : undefined
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
