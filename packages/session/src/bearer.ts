import { AppError } from '@app/contracts/errors'
import { isAccountSecret } from './account-secret'
import type { Identity } from './identity'
import { actingAccount, hasExpired, type ServiceAccountReader } from './models/service-account'
import { isWithin } from './networks'
import { secretHash } from './secret'

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
