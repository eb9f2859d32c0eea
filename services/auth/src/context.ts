import { serviceAudit } from '@app/audit'
import type { Mongo } from '@app/mongo'
import type { CallDeps, Log } from '@app/service'
import { serviceAccountReader, sessionStore, type TokenSigner, type TokenVerifier, userStore } from '@app/session'
import { accountStore as serviceAccountStore } from './accounts/service-account'
import type { issueCode } from './codes/issue-code'
import { loginCodeStore } from './codes/login-code'
import { pendingLinkStore } from './codes/pending-link'
import { oauthTransactionStore } from './google/finish-provider-login'
import type { OpenIdProvider } from './google/provider'
import { passkeyChallengeStore, passkeyStore } from './passkeys/passkey'
import { accountStore } from './people/account'
import { personStore } from './people/person'
import { accessRequestStore, type requestAccess } from './people/request-access'
import { knownDeviceStore } from './sessions/open-session'

type Connections = {
  mongo: Pick<Mongo, 'connection' | 'db'>
  log: Log
  adminEmails: readonly string[]
  now?: () => number
}

/** Everything of the service that the database alone makes. What leaves the process, as mail and limits, is added beside it. */
export function createContext({ mongo: { connection, db }, log, adminEmails, now = Date.now }: Connections) {
  const clock = () => new Date(now())
  const users = userStore(connection, adminEmails)
  const stores = {
    accounts: accountStore(connection, clock),
    serviceAccounts: serviceAccountStore(connection, clock),
    links: pendingLinkStore(connection, clock),
    passkeys: passkeyStore(connection, clock),
    challenges: passkeyChallengeStore(connection, clock),
    sessions: sessionStore(connection, clock),
    codes: loginCodeStore(connection, clock),
    transactions: oauthTransactionStore(connection, clock),
  }
  return {
    ...stores,
    audit: serviceAudit('auth', db, log),
    users,
    accountReader: serviceAccountReader(connection, users, clock),
    accessRequests: accessRequestStore(connection, clock),
    devices: knownDeviceStore(connection),
    people: personStore(connection, clock),
    log,
    adminEmails,
    now,

    /** Makes the indexes, and the users of `adminEmails` admins. */
    async prepare(): Promise<void> {
      await Promise.all(Object.values(stores).map((store) => store.prepare()))
      await stores.accounts.applyAdminEmails(adminEmails)
    },
  }
}

export type Context = ReturnType<typeof createContext>

/** The collaborators of each feature of the service. */
export type Service = Omit<Context, 'prepare'> &
  Pick<Parameters<typeof issueCode>[0], 'mail' | 'pepper' | 'sealKey' | 'allowUnknown'> &
  Pick<Parameters<typeof requestAccess>[0], 'mail'> & {
    publicOrigin: string
    corsOrigins: readonly string[]
    /** Its name; empty while it is not known. */
    school: () => Promise<string>
    google: OpenIdProvider | undefined
    limits: CallDeps['limits']
    signer: Pick<TokenSigner, 'sign'>
    verify: TokenVerifier
    identify: CallDeps['identify']
    noticeFailed: (error: unknown) => void
  }
