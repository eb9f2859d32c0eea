import { AppError } from '@app/contracts/errors'
import type { Access, Role } from '@app/contracts/users'
import { beforeBody } from '@app/service/before-body'
import { Elysia } from 'elysia'
import { type IdentifyDeps, type Identity, identify } from './identify'

const rolesOf: Record<Exclude<Access, 'public'>, readonly Role[]> = {
  'signed-in': ['admin', 'staff', 'user'],
  staff: ['admin', 'staff'],
  admin: ['admin'],
}

/** @throws AppError `not_signed_in` or `forbidden` */
export function requireAccess(identity: Identity | undefined, access: Exclude<Access, 'public'>): Identity {
  if (!identity) throw new AppError('not_signed_in', 'Please sign in.')
  if (!rolesOf[access].includes(identity.user.role))
    throw new AppError('forbidden', 'This area is restricted to administrators only.')
  return identity
}

/** Tells caches that the answer depends on who is signed in, even though `no-store` is sent as well. */
const variesByCookie = (headers: Record<string, string | number | undefined>) => {
  if (!/\bCookie\b/.test(String(headers.vary ?? ''))) headers.vary = headers.vary ? `${headers.vary}, Cookie` : 'Cookie'
}

type Context = { request: Request; set: { headers: Record<string, string | number | undefined> } }

/**
 * The macro `access`: a route with `{ access: 'staff' }` answers 401 to an anonymous request and 403 to a user without that
 * role, before its body is read. It adds `identity` to the context, except on `public` routes.
 */
export function createAccess(deps: IdentifyDeps) {
  const identityOf = identify(deps)
  const resolveFor = (access: Exclude<Access, 'public'>) =>
    beforeBody(async ({ request, set }: Context) => {
      variesByCookie(set.headers)
      return { identity: requireAccess(await identityOf(request), access) }
    })
  const resolvers = { 'signed-in': resolveFor('signed-in'), staff: resolveFor('staff'), admin: resolveFor('admin') }

  const access = new Elysia({ name: 'access' }).macro({
    access: (level: Access) => ({
      detail: { security: level === 'public' ? [] : [{ session: [] }] },
      // Elysia types the context of all levels alike; on a public route there is no identity to read.
      resolve: (level === 'public' ? () => ({}) : resolvers[level]) as (typeof resolvers)['admin'],
    }),
  })
  return { access, resolvers, identityOf }
}
