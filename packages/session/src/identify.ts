import { type BearerDeps, hasBearer, identifyAccount } from './bearer'
import type { Identity } from './identity'
import type { Session, SessionStore } from './models/session'
import type { UserStore } from './models/user'
import type { User } from './models/user-document'
import type { TokenVerifier } from './token'

export type IdentifyDeps = BearerDeps & {
  verify: TokenVerifier
  cookie: { read(request: Request): string | undefined }
  sessions: Pick<SessionStore, 'find' | 'touch'>
  users: Pick<UserStore, 'find'>
}

const ofRemoved = new WeakSet<Request>()

/** True if a request that is anonymous has a token of ours whose account was removed: only its owner can have it. */
export const isOfRemovedAccount = (request: Request) => ofRemoved.has(request)

/**
 * Finds out who sent a request; `undefined` when it is anonymous, its session is over, or its user is disabled. Read once
 * per request and kept no longer. A database error is an error, never an answer.
 */
export function identify({ verify, cookie, sessions, users, ...bearer }: IdentifyDeps) {
  const byAccount = identifyAccount(bearer)
  const read = async (request: Request): Promise<Identity | undefined> => {
    if (hasBearer(request)) return byAccount(request)
    const token = cookie.read(request)
    const claims = token ? await verify(token) : undefined
    if (!claims) return undefined
    const [session, user]: [Session | undefined, User | undefined] = await Promise.all([
      sessions.find(claims.sid),
      users.find(claims.sub),
    ])
    if (!user) ofRemoved.add(request)
    if (!session || !user || user.disabled || session.userId !== user.id) return undefined
    await sessions.touch(session)
    return { sid: session.sid, user, signedInAt: session.signedInAt }
  }
  const byRequest = new WeakMap<Request, Promise<Identity | undefined>>()
  return (request: Request): Promise<Identity | undefined> => {
    let identity = byRequest.get(request)
    if (!identity) {
      identity = read(request)
      byRequest.set(request, identity)
    }
    return identity
  }
}
