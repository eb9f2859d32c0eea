import { noteRefusal } from '@app/audit'
import { translateMongoError } from '@app/mongo'
import { type CallDeps, type Checks, createServiceApp, exactAddress } from '@app/service'
import { identify, sessionCookie, type TokenSigner, type TokenVerifier } from '@app/session'
import { manageAccounts } from './accounts/manage-accounts'
import { accessLog } from './actions/access-log'
import { addPasskey } from './actions/add-passkey'
import { finishProviderLogin, linkAccount } from './actions/finish-provider-login'
import { issueCode } from './actions/issue-code'
import { managePeople } from './actions/manage-people'
import { notifyNewDevice } from './actions/notify-new-device'
import { notifyPause } from './actions/notify-pause'
import { openSession } from './actions/open-session'
import { redeemCode } from './actions/redeem-code'
import { requestAccess } from './actions/request-access'
import { requestProof } from './actions/request-proof'
import { signInAttempt } from './actions/sign-in-attempt'
import { signInWithPasskey } from './actions/sign-in-with-passkey'
import type { Context } from './context'
import type { OpenIdProvider } from './openid/provider'
import { codeRoutes } from './routes/codes'
import { logoutRoutes } from './routes/logout'
import { oauthRoutes } from './routes/oauth'
import { passkeyRoutes } from './routes/passkeys'
import { peopleRoutes } from './routes/people'
import { serviceAccountRoutes } from './routes/service-accounts'
import { sessionRoutes } from './routes/sessions'
import { userRoutes } from './routes/users'

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
