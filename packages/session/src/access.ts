import { minutes } from '@app/contracts/durations'
import { AppError, notFound } from '@app/contracts/errors'
import { type Access, mayUse, mayUseOwn } from '@app/contracts/policy'
import type { Identity } from './identify'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export type OwnOrigins = { publicOrigin: string; corsOrigins: readonly string[] }

/**
 * True if a page of our own made a request: by Fetch Metadata, or by `Origin` in browsers without it. Clients that are not
 * browsers send neither.
 */
export function isSameOrigin(request: Request, { publicOrigin, corsOrigins }: OwnOrigins): boolean {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (origin !== null && corsOrigins.includes(origin)) return true
  if (site !== null) return site === 'same-origin'
  if (origin !== null) return origin === publicOrigin
  // A form on another site cannot send JSON without a preflight.
  const type = request.headers.get('content-type')
  return safeMethods.has(request.method) || type?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}

/** The time after a sign-in in which a person may change rights and other things that need a fresh proof. */
const recentFor = minutes(15)

/** @throws AppError `recent_sign_in_required` when the sign-in is too old; the browser then requests a code or passkey */
export function requireRecentSignIn({ signedInAt }: Pick<Identity, 'signedInAt'>, now = Date.now()): void {
  if (now - signedInAt.getTime() <= recentFor) return
  throw new AppError('recent_sign_in_required', 'Please confirm that it is you, then try again.')
}

/**
 * Checks a caller against the access of a call.
 *
 * @param table the table that the call is about; left out while it is not known
 * @param own whether the call keeps within the caller's own records, where the caller has a right to these alone; `view`: to see them is
 * enough
 * @throws AppError `not_signed_in`; `forbidden` without the role or for a table that may only be viewed; `not_found` for a
 * table that may not be seen
 */
export function requireAccess(
  identity: Identity | undefined,
  access: Exclude<Access, 'public'>,
  table?: string,
  own: boolean | 'view' = false,
): Identity {
  if (!identity) throw new AppError('not_signed_in', 'Please sign in.')
  const { user } = identity
  if (access === 'user') return identity
  if (user.role === 'user' || (access === 'admin' && user.role !== 'admin'))
    throw new AppError('forbidden', 'This area is restricted to administrators only.')
  if (typeof access === 'string' || table === undefined) return identity
  if (mayUseOwn(user, table, 'view')) {
    if (own && mayUseOwn(user, table, own === 'view' ? 'view' : access.level)) return identity
    throw new AppError('forbidden', 'You may only view your lessons, and do what is needed in them.')
  }
  if (!mayUse(user, table, 'view')) throw notFound()
  if (mayUse(user, table, access.level)) return identity
  const mayNot =
    access.level === 'export' ? 'You may not export this table.' : 'You can view these records but not change them.'
  throw new AppError('forbidden', mayNot)
}
