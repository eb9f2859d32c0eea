import type { AuditEntry } from '@app/audit'
import { testDatabase } from '@app/mongo/test-database.fixture'
import { afterEach } from 'vitest'
import type { Chunk, Handler, Job } from './job'
import { type JobRunner, jobRunner } from './job-runner'
import { jobsIn } from './jobs.fixture'

export const actor = { id: 'a'.repeat(24), email: 'ivy@archery.example', requestId: 'r' }
export const newJob = {
  kind: 'count',
  table: 'birds',
  actor,
  right: { table: 'birds', level: 'edit' },
  input: null,
} as const

/** Counts to `total`, one by one. */
export const counting = (total: number, step: (at: number, job: Job) => unknown = () => {}): Handler => ({
  version: 1,
  undoneBy: 'uncount',
  async *run(job) {
    for (let at = job.done + 1; at <= total; at++) {
      await step(at, job)
      yield { done: at, changed: at, isLast: at === total } satisfies Chunk
    }
  },
})

export const uncounting: Handler = {
  version: 1,
  async *run() {
    yield { changed: 1, isLast: true }
  },
}

/** Runners on real jobs, closed after each test. Call it at the top of the file. */
export function testRunners() {
  const database = testDatabase()
  const runners: JobRunner[] = []
  afterEach(async () => {
    await Promise.all(runners.splice(0).map((runner) => runner.close()))
  })
  const stored = (options?: Parameters<typeof jobsIn>[1]) => jobsIn(database, options)

  function setup(
    handlers: Record<string, Handler>,
    jobs = stored(),
    options: Partial<Parameters<typeof jobRunner>[0]> = {},
  ) {
    const audit: AuditEntry[] = []
    const errors: unknown[] = []
    const runner = jobRunner({
      store: jobs.store,
      hasRight: async () => true,
      audit: {
        append: async (entry) => void audit.push(entry),
        async during(entry, action) {
          const result = await action()
          audit.push(entry)
          return result
        },
      },
      onError: (error) => void errors.push(error),
      pauseMs: () => 0,
      ...options,
    })
    runner.register({ uncount: uncounting, ...handlers })
    runners.push(runner)
    const run = async (about: object = {}, ms = 2_000) => {
      const begun = await runner.begin({ ...newJob, ...about })
      return (await runner.settled(begun!.id, ms))!
    }
    return { ...jobs, runner, audit, errors, run }
  }
  return { setup, stored }
}
