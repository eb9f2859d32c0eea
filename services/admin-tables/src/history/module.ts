import { auditReader } from '@app/audit'
import { userNames } from '@app/session'
import type { Context, Part } from '../context'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { auditRoutes, historyRoutes, jobRoutes } from './routes'

/** The history of records, the trash, jobs, the audit. */
export function historyModule(context: Context, below: { tables: Tables; records: Records }) {
  const { collection, connection, audit, jobs, runner, scopeOf } = context
  const { tables } = below.tables
  const { records, revisions, trash, references, apply } = below.records
  const part: Part = {
    routes: [
      ...historyRoutes({
        ...{ tables, records, revisions, trash, references, apply, audit, scopeOf },
        namesOf: userNames(connection),
      }),
      ...auditRoutes({ audit, references, auditReader: auditReader(() => collection('audit_log')) }),
      ...jobRoutes({ jobs, runner }),
    ],
    reads: () => ['/api/audit', '/api/trash'],
  }
  return { part }
}
