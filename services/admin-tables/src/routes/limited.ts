import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import type { SessionLimits, Use } from '../actions/session-limits'

const useOf = (method: string, route: string): Use => {
  if (route.endsWith('/export')) return 'export'
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write'
}

/** Counts what each session asks of the routes registered after it, before anything else is done for it. */
export const limited = ({ guards, limits }: { guards: Pick<Guards, 'admin'>; limits: SessionLimits }) =>
  new Elysia({ name: 'limited' })
    .use(guards.admin)
    .onBeforeHandle(({ identity, request, route }) => limits(identity.sid, useOf(request.method, route)))
    .as('scoped')
