import { createHash } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import { isEnded } from '@app/contracts/jobs'
import type { FixResult, ValueFix } from '@app/contracts/schema-editor'
import type { Actor, Job } from '@app/jobs'
import type { Context } from '../context'
import { answerWithinMs } from '../records/manage-batches'
import { fieldNames } from '../records/revision-store'
import { checkFixes, type FixInput, type FixProgress, fixedSince } from './fix-job'
import type { SchemaEditorStore } from './schema-editor-store'
import { schemaAt } from './show-schema'

type Deps = Pick<Context, 'jobs' | 'runner'> & { schemas: SchemaEditorStore }
type Request = { version: string; fixes: Record<string, ValueFix>; after?: string | undefined }
type FixJob = Job<FixInput, FixProgress>

/** Rounds of waiting for a first part. */
const maxRounds = 4

const keyOf = (table: string, { version, fixes }: Request) =>
  createHash('sha256')
    .update(JSON.stringify(['fix', table, version, fixes]))
    .digest('hex')

/** True if a job continues from the position that a call has come to. */
const continues = ({ input, progress, ...job }: FixJob, after: string | undefined) =>
  after === undefined
    ? !isEnded(job)
    : input.after === after || (progress?.parts.some(({ next }) => next === after) ?? false)

/**
 * Sets or clears values that do not fit, by one job for all records; it continues whether or not it is asked again. Says what the job
 * has done since `after`.
 *
 * @throws AppError `conflict` when the schema was saved since `version`
 */
export const fixValues =
  ({ schemas, jobs, runner }: Deps) =>
  async (actor: Actor, table: string, request: Request): Promise<FixResult> => {
    const { version, fixes, after } = request
    checkFixes(await schemaAt(schemas, table, version), fixes)
    const key = keyOf(table, request)
    const earlier = (await jobs.latest(key)) as FixJob | undefined
    const input: FixInput = { version, fixes, after: after ?? null }
    const about = { change: 'fix', fields: fieldNames(fixes) }
    const job =
      earlier && continues(earlier, after)
        ? earlier
        : await runner.begin({ kind: 'fix', table, actor, right: 'admin', input, key }, { action: 'schema', about })
    const from = job && (job as FixJob).input.after === after ? null : (after ?? null)
    for (let round = 0; job && round < maxRounds; round++) {
      const now = (await runner.settled(job.id, answerWithinMs)) as FixJob | undefined
      if (now?.reason !== undefined) throw new AppError('conflict', now.reason)
      const result = now?.progress && fixedSince(now.progress, from)
      if (result) return result
    }
    throw new AppError('unavailable', 'The service is busy. Please try again shortly.')
  }
