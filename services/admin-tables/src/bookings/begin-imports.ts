import { seconds } from '@app/contracts/durations'
import { isEnded } from '@app/contracts/jobs'
import type { Context } from '../context'
import type { IncomingHookStore } from './incoming-hook-store'
import type { ReceivedStore, StoredReceived } from './received-store'

/** A delivery that was just stored is begun by the request that stored it. */
const beginsItself = seconds(5)
const atATime = 50

type Deps = Pick<Context, 'jobs' | 'runner' | 'users'> & {
  hooks: IncomingHookStore
  received: ReceivedStore
  now?: () => number
}

/** Begins the jobs that import deliveries. A repeated start finds the first job, since its id is stored with the delivery. */
export function importStarter({ hooks, received, jobs, runner, users, now = Date.now }: Deps) {
  async function begin({ _id, hook: hookId, job: id, rows }: StoredReceived): Promise<void> {
    const delivery = _id.toHexString()
    const hook = await hooks.find(hookId)
    if (!hook) return
    if (hook.state !== 'active') return received.keep(delivery)
    const owner = await users.find(hook.owner_id)
    if (!owner) return received.wait(delivery, 'The hook has no owner any more. Save it again')
    const actor = { id: owner.id, email: owner.email, requestId: '' }
    const { table } = hook
    const about = { hook: hook.name, rows: rows.filter(({ state }) => state === 'new').length }
    const job = { id, kind: 'incoming', table, actor, right: { table, level: 'edit' } as const, total: about.rows }
    // One at a time: two hooks may lead to one record.
    await runner.begin({ ...job, input: { delivery }, lane: `incoming/${table}` }, { action: 'import', about })
  }

  /** Begins what was kept, what a crash has left, and what a person has decided. What a job could not do waits for a person. */
  async function round(afterMs = beginsItself): Promise<void> {
    for (const delivery of await received.due(atATime)) {
      const id = delivery._id.toHexString()
      const job = await jobs.find(delivery.job)
      if (!job) {
        const isDue = delivery.at.getTime() <= now() - afterMs || delivery.jobs.length > 0
        if (isDue) await begin(delivery)
      } else if (job.state === 'done') {
        const next = await received.renew(id, delivery.job)
        if (next) await begin({ ...delivery, job: next })
      } else if (isEnded(job)) await received.wait(id, job.reason ?? 'It could not be imported')
    }
  }
  return { begin, round }
}

export type ImportStarter = ReturnType<typeof importStarter>
