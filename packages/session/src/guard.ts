import { Elysia } from 'elysia'
import { createAccess } from './access'
import type { IdentifyDeps } from './identify'

/**
 * What a service needs to close its routes: the `access` macro, and plugins that set it for every route registered after
 * them in the same instance.
 */
export function createGuards(deps: IdentifyDeps) {
  const { access, resolvers, identityOf } = createAccess(deps)
  const signedIn = new Elysia({ name: 'signed-in' }).resolve({ as: 'scoped' }, resolvers['signed-in'])
  const admin = new Elysia({ name: 'admin' }).resolve({ as: 'scoped' }, resolvers.admin)
  return { access, signedIn, admin, identityOf }
}

export type Guards = ReturnType<typeof createGuards>
