import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@app/mongo/test-database.fixture'
import { type JobStore, jobStore, type StoredJob } from './models/job-store'

/** Jobs of one test in a real database; `later` moves the clock, and `of` is the store of another service. */
export function jobsIn({ mongo }: TestDatabase, { leaseMs = 20_000, service = 'test' } = {}) {
  const jobs = mongo.db().collection<StoredJob>(`jobs_${randomUUID()}`)
  let skew = 0
  const options = { leaseMs, now: () => new Date(Date.now() + skew) }
  const of = (name: string) => jobStore(() => ({ collection: () => jobs }) as never, name, options)
  const stored = of(service)
  const prepared = stored.prepare()
  const store: JobStore = {
    ...stored,
    async add(...job) {
      await prepared
      return stored.add(...job)
    },
  }
  const later = (ms: number) => {
    skew += ms
  }
  return { store, later, of }
}
