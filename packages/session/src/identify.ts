import { AppError } from '@app/contracts/errors'
import { isAccountSecret } from './account-secret'
import { actingAccount, hasExpired, type ServiceAccountReader } from './models/service-account'
import type { Session, SessionStore } from './models/session'
import type { User, UserStore } from './models/user'
import { isWithin } from './networks'
import { secretHash, type TokenVerifier } from './token'

/**
 * The caller: the signed-in user, proven by the token, the session record and the user record, or a service account, proven by its
 * secret and its record, all read for this request.
 */
export type Identity = { sid: string; user: User; signedInAt: Date; isAccount?: true }

const scheme = /^bearer(?: +|$)/i

/** The text after `Authorization: Bearer`; `undefined` without that header or with another scheme. */
function bearerIn({ headers }: Pick<Request, 'headers'>): string | undefined {
  const given = headers.get('authorization') ?? ''
  return scheme.test(given) ? given.replace(scheme, '').trim() : undefined
}

export const hasBearer = (request: Pick<Request, 'headers'>) => bearerIn(request) !== undefined

export type BearerDeps = {
  accounts: Pick<ServiceAccountReader, 'bySecret' | 'hasOwner' | 'touch'>
  /** The address that the edge has seen. */
  addressOf: (request: Request) => string | undefined
  now?: () => Date
}

const refuse = (text: string): never => {
  throw new AppError('not_signed_in', text)
}

/**
 * The service account whose secret a request carries; `undefined` for a request without one. A step-up never counts as done.
 *
 * @throws AppError `not_signed_in` for a secret that is not valid or an account that has ended, `forbidden` from another network
 */
export const identifyAccount =
  ({ accounts, addressOf, now = () => new Date() }: BearerDeps) =>
  async (request: Request): Promise<Identity | undefined> => {
    const secret = bearerIn(request)
    if (secret === undefined) return undefined
    const hash = secretHash(secret)
    const account = isAccountSecret(secret) ? await accounts.bySecret(hash) : undefined
    if (!account) return refuse('This secret is not valid. It may have been revoked, or cut when it was copied.')
    if (hasExpired(account, now())) return refuse('This service account has expired.')
    if (!(await accounts.hasOwner(account)))
      return refuse('The owner of this service account is no active admin any more. Another admin can take it over.')
    if (account.networks.length > 0 && !isWithin(addressOf(request) ?? '', account.networks))
      throw new AppError('forbidden', 'This service account may not be used from your network.')
    await accounts.touch(account, hash)
    const user = actingAccount(account)
    return { sid: `account-${user.id}`, user, signedInAt: new Date(0), isAccount: true }
  }

type IdentifyDeps = BearerDeps & {
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

/** Finds who acts by id, for work that continues without a request: a person, or a service account that may act now. */
export const actorFinder =
  (users: Pick<UserStore, 'find'>, accounts: Pick<ServiceAccountReader, 'find'>) =>
  async (id: string): Promise<User | undefined> =>
    (await users.find(id)) ?? accounts.find(id)
