import { translateMongoError } from '@app/mongo'
import { type Checks, createServiceApp, type Log } from '@app/service'
import type { IpLimits } from '@app/service/ip-limits'
import {
  createGuards,
  ownOrigin,
  type SessionStore,
  sessionCookie,
  type TokenSigner,
  type TokenVerifier,
  type UserStore,
} from '@app/session'
import { finishProviderLogin } from './actions/finish-provider-login'
import { issueCode } from './actions/issue-code'
import { noticeDevice } from './actions/notice-device'
import { openSession } from './actions/open-session'
import { redeemCode } from './actions/redeem-code'
import { requestAccess } from './actions/request-access'
import { signInAttempt } from './actions/sign-in-attempt'
import type { OAuthTransactionStore } from './models/oauth-transaction'
import type { OpenIdProvider } from './openid/provider'
import { codeRoutes } from './routes/codes'
import { logoutRoutes } from './routes/logout'
import { oauthRoutes } from './routes/oauth'
import { sessionRoutes } from './routes/sessions'
import { userRoutes } from './routes/users'

type Rules = Parameters<typeof issueCode>[0] &
  Parameters<typeof redeemCode>[0] &
  Parameters<typeof requestAccess>[0] &
  Parameters<typeof noticeDevice>[0]
type Deps = Omit<Rules, 'users' | 'log'> & {
  log: Log
  checks?: Checks
  corsOrigins: readonly string[]
  users: UserStore
  sessions: SessionStore
  transactions: OAuthTransactionStore
  google: OpenIdProvider | undefined
  limits: Pick<IpLimits, 'codeSend' | 'codeCheck' | 'providerLogin'>
  signer: Pick<TokenSigner, 'sign'>
  verify: TokenVerifier
}

/** What no other site may call although it only reads. */
const guarded = ['/api/logout', '/api/oauth/google/redirect_url']

/** The auth service without its connections. */
export function createApp({ log, checks, ...deps }: Deps) {
  const { users, sessions, transactions, google, limits, publicOrigin, corsOrigins, verify } = deps
  const guards = createGuards({ verify, cookie: sessionCookie(publicOrigin), sessions, users })
  const onFault = (err: unknown) => log.warn({ err }, 'no notice of a new device')
  const open = openSession({ ...deps, notice: noticeDevice(deps), onFault })
  const finish = google && finishProviderLogin({ ...deps, provider: google })
  const attempt = signInAttempt(log)
  const origins = [publicOrigin, ...corsOrigins]
  return createServiceApp({ log, checks, translate: translateMongoError })
    .use(ownOrigin({ publicOrigin, corsOrigins, guarded }))
    .use(
      codeRoutes({ issue: issueCode({ ...deps, log }), redeem: redeemCode(deps), attempt, open, limits, publicOrigin }),
    )
    .use(oauthRoutes({ google, finish, attempt, transactions, open, limits, publicOrigin, origins }))
    .use(logoutRoutes({ guards, sessions, publicOrigin }))
    .use(sessionRoutes({ guards, sessions, publicOrigin }))
    .use(userRoutes({ guards, askForAccess: requestAccess(deps) }))
}
