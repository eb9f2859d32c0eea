import { randomUUID } from 'node:crypto'
import type { Audit, AuditEntry } from '@app/audit'
import { gate, type Leave } from '@app/concurrency/gate'
import { pacer } from '@app/concurrency/pacer'
import { runLoop } from '@app/concurrency/run-loop'
import { seconds } from '@app/contracts/durations'
import { AppError, conflict, notFound } from '@app/contracts/errors'
import { isEnded } from '@app/contracts/jobs'
import { holdLease, LeaseLost } from './hold-lease'
import type { Actor, Handlers, Job, NewJob, Undo, Undoable } from './job'
import { canceled, canUndo, notCompleted, rightEnded, stopEntry } from './job'
import { changesLane, newJobId, undoOfJob } from './models/job-id'
import type { Claimed, JobStore } from './models/job-store'

/** Jobs that one process runs at once. */
const maxRunning = 8
const defaultRestMs = seconds(5)
/** Attempts without progress after which a job fails. */
const maxAttempts = 5
const backOffMs = (attempts: number) => Math.min(seconds(1) * 2 ** (attempts - 1), seconds(8))
const settlePollMs = 100
/** A long job of a person leaves most of the database to others. */
export const restsOfPerson = { fullSpeedMs: seconds(10), maxPauseMs: seconds(1) }
export const noRests = { fullSpeedMs: Number.POSITIVE_INFINITY }

type Deps = {
  store: JobStore
  /** True if the actor of a job has its right now (`currentRights`). */
  hasRight: (job: Pick<Job, 'actor' | 'right'>) => Promise<boolean>
  audit: Pick<Audit, 'append' | 'during'>
  /** Reports an attempt that failed, or a database that is unavailable. */
  onError: (error: unknown, job?: Pick<Job, 'id' | 'kind' | 'table'>) => void
  pauseMs?: (attempts: number) => number
  /** Milliseconds until the next look for jobs, when none is due before and nothing wakes this process; it gets its default. */
  restMs?: (alone: number) => number
}

/** Runs the jobs of a service: what it starts itself, what other services request, and what other replicas have left. */
export function jobRunner({ store, hasRight, audit, onError, pauseMs = backOffMs, restMs = (alone) => alone }: Deps) {
  const handlers: Record<string, Handlers[string]> = {}
  const holder = randomUUID()
  const running = new Map<string, Promise<void>>()
  let isClosed = false
  let filling: Promise<void> | undefined
  let fillsAgain = false
  const files = gate(1)

  function undoOf(kind: string): Undo | undefined {
    const { undoneBy, changesMore } = handlers[kind] ?? {}
    return undoneBy === undefined
      ? undefined
      : { kind: undoneBy, version: handlers[undoneBy]!.version, ...(changesMore && { changesMore }) }
  }

  const add = async (job: NewJob & { id: string }, version = handlers[job.kind]!.version) => {
    const isNew = await store.add(job, version, undoOf(job.kind))
    wake()
    return isNew
  }

  async function start(
    { id = newJobId(), ...job }: NewJob,
    entry?: Pick<AuditEntry, 'action' | 'about'>,
    version?: number,
  ): Promise<Job | undefined> {
    const { table } = job
    const actor = job.actor && { id: job.actor.id, email: job.actor.email, requestId: job.actor.requestId }
    const insert = async () => {
      const about = job.about ?? entry?.about
      if (!(await add({ ...job, id, actor, ...(about && { about }) }, version)))
        throw conflict('It was started already.')
    }
    try {
      if (entry)
        await audit.during(
          { ...entry, actor, ...(table !== null && { table }), recordId: job.undoes ?? id, ref: `job/${id}` },
          insert,
        )
      else await insert()
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict') return undefined
      throw error
    }
    return store.find(id)
  }

  /** Ends a job before its last chunk. What an interrupted attempt has changed without a report is counted. */
  async function endEarly(job: Job, token: number, state: 'stopped' | 'failed', reason: string): Promise<void> {
    const changed = job.isResumed ? await handlers[job.kind]!.countChanged?.(job) : undefined
    if (changed !== undefined) await store.report(job.id, token, { changed })
    await store.end(job.id, token, state, reason)
  }

  /** A job that is taken over is undone first: a crash in between repeats both. */
  async function giveUp({ job, token }: Claimed): Promise<void> {
    const { undoneBy, undoesFailures } = handlers[job.kind]!
    if (undoesFailures && undoneBy) {
      const { id, table, actor } = job
      const about = { ...job.about, of: job.kind }
      await add({ ...undoOfJob(id), kind: undoneBy, table, actor, right: null, about })
    }
    await endEarly(job, token, 'failed', notCompleted)
  }

  /** Runs the chunks of a claimed job to its end, as far as right and lease last. */
  async function runChunks({ job, token, isCanceled }: Claimed): Promise<void> {
    const { id } = job
    const lease = holdLease(store.leaseMs, () => store.renew(id, token))
    const pause = pacer(job.actor ? restsOfPerson : noRests)
    const chunks = handlers[job.kind]!.run(job, { hold: lease.hold, pause })[Symbol.asyncIterator]()
    let mustStop = isCanceled
    try {
      for (;;) {
        await pause()
        if (mustStop) return await endEarly(job, token, 'stopped', canceled)
        if (isClosed) return void (await store.release(id, token, 0))
        if (!(await hasRight(job))) {
          await audit.append(stopEntry({ ...job, ...((await store.find(id)) ?? {}) }))
          return await endEarly(job, token, 'stopped', rightEnded)
        }
        const { value: chunk, done } = await chunks.next()
        if (done) return void (await store.end(id, token, 'done'))
        const reportedAt = performance.now()
        const reported = await store.report(id, token, chunk)
        if (!reported || chunk.isLast) return
        lease.reported(reportedAt)
        mustStop = reported.isCanceled
      }
    } finally {
      lease.stop()
      await chunks.return?.()
    }
  }

  async function work(claimed: Claimed): Promise<void> {
    const { job, token } = claimed
    try {
      await (job.attempts > maxAttempts ? giveUp(claimed) : runChunks(claimed))
    } catch (error) {
      if (error instanceof LeaseLost) return
      if (error instanceof AppError && error.status < 500) {
        await store.end(job.id, token, 'failed', error.message)
        return
      }
      onError(error, job)
      const pause = pauseMs(job.attempts)
      await store.release(job.id, token, pause)
      setTimeout(wake, pause).unref?.()
    }
  }

  const kindsThat = (holdsFile: boolean) =>
    Object.entries(handlers).flatMap(([kind, handler]) =>
      (handler.holdsFile ?? false) === holdsFile ? [{ kind, version: handler.version }] : [],
    )

  /** Claims and begins a job. `false`: there is none. */
  async function claim(kinds: ReturnType<typeof kindsThat>, leave: Leave = () => {}): Promise<boolean> {
    const claimed = await store.claim(kinds, holder).catch((error) => {
      leave()
      throw error
    })
    if (!claimed) {
      leave()
      return false
    }
    const { job } = claimed
    const done = work(claimed)
      .catch((error) => onError(error, job))
      .finally(() => {
        running.delete(job.id)
        leave()
        wake()
      })
    running.set(job.id, done)
    return true
  }

  /** Claims what is due until nothing is left, or this process has enough to do. */
  async function fill(): Promise<void> {
    do {
      fillsAgain = false
      while (running.size < maxRunning && !isClosed) if (!(await claim(kindsThat(false)))) break
      const leave = isClosed ? undefined : files.tryEnter()
      if (leave) await claim(kindsThat(true), leave)
    } while (fillsAgain && !isClosed)
  }

  function refill(): Promise<void> {
    fillsAgain = true
    filling ??= fill().finally(() => {
      filling = undefined
    })
    return filling
  }
  const wake = () => void refill().catch(onError)

  let looking: ReturnType<typeof runLoop> | undefined
  const look = async () => {
    const since = new Date()
    await refill()
    return Math.min(restMs(defaultRestMs), await store.nextDueMs(since))
  }

  return {
    /** Adds kinds of work, before `start`: features are made with the runner, and say only then what they do. */
    register: (more: Handlers): void => void Object.assign(handlers, more),

    /** Looks for jobs from now on, also those of replicas that have ended. */
    start(): void {
      looking ??= runLoop(look, onError)
    },

    /** Lets the chunks under way end, and gives their jobs back. */
    async close(): Promise<void> {
      isClosed = true
      await looking?.stop()
      await Promise.all(running.values())
    },

    /**
     * Stores a job, which begins at once or as soon as there is room; with an entry in the audit. `undefined` when there is one of its
     * id.
     */
    begin: start,

    /** The job once it has ended, or as it is after a while. */
    async settled(id: string, ms: number): Promise<Job | undefined> {
      const end = performance.now() + ms
      for (;;) {
        const job = await store.find(id)
        const left = end - performance.now()
        if (!job || isEnded(job) || left <= 0) return job
        await Promise.race([running.get(id) ?? Bun.sleep(settlePollMs), Bun.sleep(left)])
      }
    },

    /**
     * Does work that holds a file but is no job, as soon as no job of this process holds one.
     * @throws AppError `unavailable` when the others take longer than `withinMs`
     */
    async holdFile<Result>(work: () => Promise<Result>, withinMs: number): Promise<Result> {
      const leave = await files.enter(withinMs)
      if (!leave) throw new AppError('unavailable', 'Other files are being read. Please try again.')
      return work().finally(() => {
        leave()
        wake()
      })
    },

    /** Starts the undo of a job, which the service of the job runs. @throws AppError `not_found`, `conflict` */
    async undo(id: string, actor: Actor, noun = 'job'): Promise<Job> {
      const job = await store.find(id)
      if (!job) throw notFound()
      const { table, right, service, undo: by = undoOf(job.kind) } = job
      if (!by) throw conflict(`This ${noun} cannot be undone.`)
      if (!isEnded(job)) throw conflict(`The ${noun} is still running.`)
      const about = { ...job.about, of: job.kind }
      const undo = { ...undoOfJob(id), kind: by.kind, service, table, actor, right, about, lane: changesLane(actor) }
      const begun = await start(undo, { action: 'undo' }, by.version)
      if (!begun) throw conflict(`The ${noun} was undone already.`)
      return begun
    },

    /** Stops a job after the chunk under way. @throws AppError `not_found`, `conflict` */
    async cancel(id: string, actor: Actor): Promise<Job> {
      const job = await store.find(id)
      if (!job) throw notFound()
      if (job.right === null) throw conflict('This job cannot be canceled.')
      await audit.during(stopEntry(job, actor), async () => {
        if (!(await store.cancel(id, canceled))) throw conflict('This job has ended.')
      })
      return (await store.find(id))!
    },

    /** Apart from an undo that has begun. */
    canUndo: ({ undo, ...job }: Undoable) => canUndo({ ...job, undo: undo ?? undoOf(job.kind) }),

    /** Another process may have stored a job, or freed a lane. */
    wake: (): void => (looking ? looking.wake() : wake()),
  }
}

export type JobRunner = ReturnType<typeof jobRunner>
