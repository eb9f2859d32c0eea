import { translateMongoError } from '@app/mongo'
import { type Checks, createServiceApp, type Log } from '@app/service'
import {
  createGuards,
  ownOrigin,
  type SessionStore,
  sessionCookie,
  type TokenVerifier,
  type tokenSigner,
  type UserStore,
} from '@app/session'
import { issueCode } from './actions/issue-code'
import { redeemCode } from './actions/redeem-code'
import { codeRoutes } from './routes/codes'
import { logoutRoutes } from './routes/logout'
import { userRoutes } from './routes/users'

type Deps = Omit<Parameters<typeof issueCode>[0] & Parameters<typeof redeemCode>[0], 'users' | 'sessions'> & {
  log: Log
  checks?: Checks
  publicOrigin: string
  corsOrigins: readonly string[]
  users: UserStore
  sessions: SessionStore
  signer: Awaited<ReturnType<typeof tokenSigner>>
  verify: TokenVerifier
}

/** The auth service without its connections. */
export function createApp({ log, checks, publicOrigin, corsOrigins, signer, verify, ...deps }: Deps) {
  const { users, sessions } = deps
  const guards = createGuards({ verify, cookie: sessionCookie(publicOrigin), sessions, users })
  return createServiceApp({ log, checks, translate: translateMongoError })
    .use(ownOrigin({ publicOrigin, corsOrigins, guarded: ['/api/logout'] }))
    .use(codeRoutes({ issue: issueCode(deps), redeem: redeemCode(deps), signer, publicOrigin }))
    .use(logoutRoutes({ guards, sessions, publicOrigin }))
    .use(userRoutes(guards))
}
