import { exportAudit, readAudit as readAuditCall } from '@app/contracts/audit'
import { readBatchRecords } from '@app/contracts/batches'
import { AppError, notFound } from '@app/contracts/errors'
import { listTrash, purgeRecord, readHistory, revertRecord } from '@app/contracts/history'
import { cancelJob, type JobPage, listJobs, readJob, undoJob, type Job as WireJob } from '@app/contracts/jobs'
import { peopleTable } from '@app/contracts/policy'
import { holdsRight, type Job, rightsOf, toWire, undoJobId } from '@app/jobs'
import { serve } from '@app/service/serve'
import { streamOf } from '@app/service/served-file'
import { type Identity, requireRecentSignIn } from '@app/session'
import type { Context } from '../context'
import { applyWrite } from '../records/apply-writes'
import type { Records } from '../records/module'
import { addReferences } from '../records/reference-store'
import { undoneBatch } from '../records/undo-job'
import { expectedVersion } from '../records/update-record'
import { tableOf } from '../tables/table-schema-store'
import { type AuditReadDeps, readAudit } from './read-audit'
import { type HistoryDeps, historyReader } from './read-history'
import { type TrashDeps, trashActions } from './trash'

/** A check of a file that succeeded is not listed: the import that follows it is. */
const quiet = ['import-check']

/** Undoing a job takes the rights that the job took, and a sign-in as recent as its call demands. */
function requireRights(job: Job, identity: Identity): void {
  const rights = rightsOf(job)
  if (!rights.every((one) => holdsRight(identity.user, one)))
    throw new AppError('forbidden', 'You no longer have the right to do this.')
  if (rights.some((one) => one === 'admin' || one.table === peopleTable)) requireRecentSignIn(identity)
}

/** Work that takes longer than a call: everyone's own, and all of it for admins. */
export function jobRoutes({ jobs, runner }: Pick<Context, 'jobs' | 'runner'>) {
  async function own(id: string, { user }: Identity): Promise<Job> {
    const job = await jobs.find(id)
    if (!job || (job.actor?.id !== user.id && user.role !== 'admin')) throw notFound()
    return job
  }
  const shown = async (job: Job): Promise<WireJob> => {
    const undo = await jobs.find(undoJobId(job.id))
    return toWire(job, { canUndo: runner.canUndo(job), undoneBy: undo?.id })
  }

  return [
    serve(listJobs, async ({ query: { state, table, all, page }, identity: { user } }): Promise<JobPage> => {
      if (all && user.role !== 'admin') throw new AppError('forbidden', 'Only admins see the jobs of everyone.')
      const of = { ...(!all && { actorId: user.id }), ...(state && { state }), ...(table && { table }) }
      const { data, total } = await jobs.page({ ...of, quiet, page: Number(page) })
      const undos = await jobs.undosOf(data.map(({ id }) => id))
      const wire = data.map((job) => toWire(job, { canUndo: runner.canUndo(job), undoneBy: undos.get(job.id) }))
      return { data: wire, total }
    }),
    serve(readJob, async ({ params, identity }) => shown(await own(params.id, identity))),
    serve(undoJob, async ({ params, identity, actor }) => {
      requireRights(await own(params.id, identity), identity)
      return shown(await runner.undo(params.id, actor))
    }),
    serve(cancelJob, async ({ params, identity, actor }) => {
      await own(params.id, identity)
      return shown(await runner.cancel(params.id, actor))
    }),
  ]
}

type HistoryRouteDeps = HistoryDeps & TrashDeps & Pick<Context, 'scopeOf'> & Pick<Records, 'apply'>

/** The history of records, and the deleted ones. */
export function historyRoutes(deps: HistoryRouteDeps) {
  const { tables, apply, scopeOf } = deps
  const history = historyReader(deps)
  const trash = trashActions(deps)
  const withReferences = addReferences(deps.references)
  return [
    serve(readHistory, async ({ params: { table, id }, query, identity }) =>
      history.page(await tableOf(tables, table), id, scopeOf(identity.user), Number(query.page), query.who),
    ),
    serve(readBatchRecords, async ({ params: { table, id }, query }) => {
      const schema = await tableOf(tables, table)
      return history.ofBatch(schema, query.undo ? undoneBatch(id) : id, Number(query.page))
    }),
    serve(revertRecord, async ({ params: { table, id }, headers, body, identity, actor }) => {
      const schema = await tableOf(tables, table)
      const values = await history.valuesToRestore(schema, id, body)
      const write = { action: 'update', table, id, values, expectedVersion: expectedVersion(headers) } as const
      const scope = scopeOf(identity.user)
      const { record } = await applyWrite(apply, actor, { source: 'restore', scope }, write)
      return record && withReferences(scope, schema, record)
    }),
    serve(listTrash, ({ query, identity }) =>
      trash.list(identity.user, query.table, query.q ?? '', Number(query.page)),
    ),
    serve(purgeRecord, async ({ params: { table, id }, actor }) => {
      await trash.purge(actor, table, id)
      return { success: true, id }
    }),
  ]
}

/** The audit, for admins. */
export function auditRoutes({ audit, ...deps }: AuditReadDeps & Pick<Context, 'audit'>) {
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
