import { AppError, notFound } from '@app/contracts/errors'
import { cancelJob, type JobPage, listJobs, readJob, undoJob, type Job as WireJob } from '@app/contracts/jobs'
import { peopleTable } from '@app/contracts/policy'
import { holdsRight, type Job, type JobRunner, type JobStore, rightsOf, toWire, undoJobId } from '@app/jobs'
import { serve } from '@app/service/serve'
import { type Identity, requireRecentSignIn } from '@app/session'

type JobRouteDeps = {
  jobs: Pick<JobStore, 'find' | 'page' | 'undosOf'>
  runner: Pick<JobRunner, 'undo' | 'cancel' | 'canUndo'>
}

/** Nobody looks for a check of a file that went well: the import that follows says all. */
const quiet = ['import-check']

/** Whoever undoes a job needs the rights that it needed, with the sign-in that its call demands. */
function requireRights(job: Job, identity: Identity): void {
  const rights = rightsOf(job)
  if (!rights.every((one) => holdsRight(identity.user, one)))
    throw new AppError('forbidden', 'You no longer have the right to do this.')
  if (rights.some((one) => one === 'admin' || one.table === peopleTable)) requireRecentSignIn(identity)
}

/** Work that takes longer than a call: everyone's own, and all of it for admins. */
export function jobRoutes({ jobs, runner }: JobRouteDeps) {
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
