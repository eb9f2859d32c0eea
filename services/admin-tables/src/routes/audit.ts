import type { Audit } from '@app/audit'
import { exportAudit, readAudit as readAuditCall } from '@app/contracts/calls/audit'
import { callRoute } from '@app/service/call-route'
import type { Guards } from '@app/session'
import { Elysia } from 'elysia'
import { type AuditReadDeps, readAudit } from '../actions/read-audit'
import { actorOf } from './request-context'
import { streamOf } from './stream-of'

export type AuditRouteDeps = AuditReadDeps & { guards: Pick<Guards, 'access'>; audit: Pick<Audit, 'add'> }

/** Who did what, for admins. */
export function auditRoutes({ guards, audit, ...deps }: AuditRouteDeps) {
  const read = readAudit(deps)
  return new Elysia({ name: 'audit-routes' })
    .use(guards.access)
    .get(readAuditCall.path, ({ query }) => read.page(query, Number(query.page)), callRoute(readAuditCall))
    .get(
      exportAudit.path,
      async ({ query, ...context }) => {
        await audit.add({ actor: actorOf(context), action: 'export', about: { of: 'activity' } })
        return new Response(streamOf(read.lines(query)), {
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': 'attachment; filename="activity.csv"',
          },
        })
      },
      callRoute(exportAudit),
    )
}
