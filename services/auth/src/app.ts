import { noteRefusal } from '@app/audit'
import { translateMongoError } from '@app/mongo'
import { type CallDeps, type Checks, createServiceApp, exactAddress } from '@app/service'
import { identify, sessionCookie, type TokenSigner, type TokenVerifier } from '@app/session'
import { manageAccounts } from './accounts/manage-accounts'
import { serviceAccountRoutes } from './accounts/routes'
import { issueCode } from './codes/issue-code'
import { notifyPause } from './codes/notify-pause'
import { redeemCode } from './codes/redeem-code'
import { requestProof } from './codes/request-proof'
import { codeRoutes } from './codes/routes'
import { signInAttempt } from './codes/sign-in-attempt'
import type { Context } from './context'
import { finishProviderLogin } from './google/finish-provider-login'
import type { OpenIdProvider } from './google/provider'
import { oauthRoutes } from './google/routes'
import { addPasskey } from './passkeys/add-passkey'
import { passkeyRoutes } from './passkeys/routes'
import { signInWithPasskey } from './passkeys/sign-in-with-passkey'
import { accessLog } from './people/access-log'
import { linkAccount } from './people/link-account'
import { managePeople } from './people/manage-people'
import { requestAccess } from './people/request-access'
import { peopleRoutes } from './people/routes'
import { userRoutes } from './people/users-routes'
import { logoutRoutes } from './sessions/logout-routes'
import { notifyNewDevice } from './sessions/notify-new-device'
import { openSession } from './sessions/open-session'
import { sessionRoutes } from './sessions/routes'

type Deps = Omit<Context, 'prepare'> &
  Pick<Parameters<typeof issueCode>[0], 'mail' | 'pepper' | 'sealKey' | 'allowUnknown'> &
  Pick<Parameters<typeof requestAccess>[0], 'mail' | 'publicOrigin'> & {
    checks?: Checks
    corsOrigins: readonly string[]
    /** Its name; empty while it is not known. */
    school: () => Promise<string>
    google: OpenIdProvider | undefined
    limits: CallDeps['limits']
    signer: Pick<TokenSigner, 'sign'>
    verify: TokenVerifier
  }

/** The auth service, given its connections. */
export function createApp({ log, checks, ...deps }: Deps) {
  const { google, publicOrigin, corsOrigins } = deps
  const identifyCaller = identify({
    verify: deps.verify,
    cookie: sessionCookie(publicOrigin),
    sessions: deps.sessions,
    users: deps.users,
    accounts: deps.accountReader,
    addressOf: exactAddress,
    now: () => new Date(deps.now()),
  })
  const onError = (err: unknown) => log.warn({ err }, 'sign-in notice failed')
  const open = openSession({ ...deps, notify: notifyNewDevice(deps), onError })
  const link = linkAccount(deps)
  const finish = google && finishProviderLogin({ ...deps, provider: google })
  const issue = issueCode({ ...deps, log })
  const redeem = redeemCode({ ...deps, link, notifyPause: notifyPause({ ...deps, onError }) })
  const proof = requestProof({ ...deps, issue })
  const people = managePeople({ ...deps, accessLog: accessLog(log, deps.audit) })
  const userOf = async (email: string) => {
    const found = await deps.people.findByEmail(email)
    return found && { id: found._id.toHexString(), email }
  }
  const attempt = signInAttempt({ log, audit: deps.audit, userOf, now: deps.now })
  const signIn = { ...deps, attempt, open }
  return createServiceApp({
    log,
    checks,
    translate: translateMongoError,
    onRefused: noteRefusal(deps.audit, identifyCaller),
    api: {
      origin: { publicOrigin, corsOrigins },
      identify: identifyCaller,
      limits: deps.limits,
      audit: deps.audit,
      routes: [
        ...codeRoutes({ ...signIn, issue, redeem }),
        ...oauthRoutes({ ...signIn, finish, requestProof: proof, origins: [publicOrigin, ...corsOrigins] }),
        ...logoutRoutes({ ...deps, identify: identifyCaller }),
        ...sessionRoutes(deps),
        ...passkeyRoutes({ ...signIn, add: addPasskey(deps), signIn: signInWithPasskey(deps) }),
        ...peopleRoutes({ people }),
        ...serviceAccountRoutes({ accounts: manageAccounts(deps) }),
        ...userRoutes({ ...deps, requestAccess: requestAccess(deps) }),
      ],
    },
  })
}
