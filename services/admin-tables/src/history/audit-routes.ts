import type { Audit } from '@app/audit'
import { exportAudit, readAudit as readAuditCall } from '@app/contracts/calls/audit'
import { serve } from '@app/service/serve'
import { streamOf } from '../tables/stream-of'
import { type AuditReadDeps, readAudit } from './read-audit'

export type AuditRouteDeps = AuditReadDeps & { audit: Pick<Audit, 'add'> }

/** Who did what, for admins. */
export function auditRoutes({ audit, ...deps }: AuditRouteDeps) {
  const read = readAudit(deps)
  return [
    serve(readAuditCall, ({ query }) => read.page(query, Number(query.page))),
    serve(exportAudit, async ({ query, actor }) => {
      await audit.add({ actor, action: 'export', about: { of: 'activity' } })
      return new Response(streamOf(read.lines(query)), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': 'attachment; filename="activity.csv"',
        },
      })
    }),
  ]
}
