import { AppError } from '@app/contracts/errors'
import { Elysia } from 'elysia'
import type { Session, SessionStore } from './models/session'
import type { User, UserStore } from './models/user'
import type { TokenVerifier } from './token'

/** Who asks: proven by the token, by the session record and by the user record, all read for this very request. */
export type Identity = { sid: string; user: User }

type Deps = {
  verify: TokenVerifier
  cookie: { read(request: Request): string | undefined }
  sessions: Pick<SessionStore, 'find' | 'touch'>
  users: Pick<UserStore, 'find'>
}

const notSignedIn = () => new AppError('not_signed_in', 'Please sign in.')

/** @throws AppError `not_signed_in` or `forbidden` */
export function demandAdmin(identity: Identity | undefined): Identity {
  if (!identity) throw notSignedIn()
  if (identity.user.role !== 'admin') throw new AppError('forbidden', 'This area is restricted to administrators only.')
  return identity
}

/** Finds out who asks; `undefined` for nobody. A fault of the database is an error, never an answer. */
function identify({ verify, cookie, sessions, users }: Deps) {
  return async (request: Request): Promise<Identity | undefined> => {
    const token = cookie.read(request)
    const claims = token ? await verify(token) : undefined
    if (!claims) return undefined
    const [session, user]: [Session | undefined, User | undefined] = await Promise.all([
      sessions.find(claims.sid),
      users.find(claims.sub),
    ])
    if (!session || !user || session.userId !== user.id) return undefined
    await sessions.touch(session)
    return { sid: session.sid, user }
  }
}

/** What somebody who is signed in gets is for nobody else. Nothing is stored anyway; this is for caches that are told to. */
const variesByCookie = (headers: Record<string, string | number | undefined>) => {
  headers.vary = headers.vary ? `${headers.vary}, Cookie` : 'Cookie'
}

/**
 * Plugins that close the routes registered after them in the same instance: `signedIn` answers 401 to nobody, `admin`
 * also 403 to those who are no admin. Both add `identity` to the context.
 */
export function createGuards(deps: Deps) {
  const identityOf = identify(deps)
  const signedIn = new Elysia({ name: 'signed-in' }).derive({ as: 'scoped' }, async ({ request, set }) => {
    variesByCookie(set.headers)
    const identity = await identityOf(request)
    if (!identity) throw notSignedIn()
    return { identity }
  })
  const admin = new Elysia({ name: 'admin' }).derive({ as: 'scoped' }, async ({ request, set }) => {
    variesByCookie(set.headers)
    return { identity: demandAdmin(await identityOf(request)) }
  })
  return { signedIn, admin, identityOf }
}

export type Guards = ReturnType<typeof createGuards>
