import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { SessionLimits, Use } from '../actions/session-limits'

const useOf = (method: string, route: string): Use => {
  if (route.endsWith('/export')) return 'export'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}

/** Limits how often a session may call the routes registered after it. Runs before their handlers. */
export const rateLimit = ({ guards, limits }: { guards: Pick<Guards, 'identityOf'>; limits: SessionLimits }) =>
  new Elysia({ name: 'rate-limit' })
    .onBeforeHandle(async ({ request, route }) => {
      const identity = await guards.identityOf(request)
      // Other requests are refused by the route itself.
      if (identity && identity.user.role !== 'user') await limits(identity.sid, useOf(request.method, route))
    })
    .as('scoped')
