import * as v from 'valibot'
import { auditDetails } from './audit'

/**
 * `stopped`: ended before its end, because the right of its author ended or it was canceled; `failed`: an error. Both keep what was
 * done until then.
 */
export const jobState = v.picklist(['waiting', 'running', 'done', 'stopped', 'failed'])
export type JobState = v.InferOutput<typeof jobState>

export const isEnded = ({ state }: { state: JobState }) => state !== 'waiting' && state !== 'running'

export const skippedRecord = v.object({ id: v.string(), reason: v.string() })
export type Skipped = v.InferOutput<typeof skippedRecord>

/** Work that takes longer than a request or changes several records. Instants are ISO 8601 UTC. */
export const job = v.object({
  id: v.string(),
  kind: v.string(),
  table: v.nullable(v.string()),
  /** What the audit says about its start: counts, names and choices. That of an undo is about the job that it undoes. */
  about: v.optional(auditDetails),
  state: jobState,
  /** Records of the job, as far as it is known yet, those it has come past, and those it has changed. */
  total: v.number(),
  done: v.number(),
  changed: v.number(),
  /** In a list of jobs the first ones of each, at most `maxListedSkips`. */
  skipped: v.array(skippedRecord),
  /** Why it was stopped or failed. */
  reason: v.optional(v.string()),
  /** `null` for what the product does on its own. */
  /** `email` of a service account is its name. */
  actor: v.nullable(v.object({ id: v.string(), email: v.string() })),
  createdAt: v.string(),
  startedAt: v.nullable(v.string()),
  endedAt: v.nullable(v.string()),
  undoable: v.boolean(),
  /** The job that this one undoes, and the one that undoes it. */
  undoes: v.optional(v.string()),
  undoneBy: v.optional(v.string()),
})
export type Job = v.InferOutput<typeof job>

/** `GET /api/jobs`: newest first, 50 to a page. */
export const jobPage = v.object({ data: v.array(job), total: v.number() })
export type JobPage = v.InferOutput<typeof jobPage>
export const jobPageSize = 50
export const maxListedSkips = 20
