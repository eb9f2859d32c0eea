import * as v from 'valibot'
import { auditDetails } from './audit'
import { doc, get, post, tagged } from './call'
import { exampleId, idOf, pageDoc } from './doc-parts'
import { idParams, pageNumber } from './parameters'

/**
 * `stopped`: ended before its end, because the right of its author ended or it was canceled; `failed`: an error. Both keep what was
 * done until then.
 */
const jobState = v.picklist(['waiting', 'running', 'done', 'stopped', 'failed'])
export type JobState = v.InferOutput<typeof jobState>

export const isEnded = ({ state }: { state: JobState }) => state !== 'waiting' && state !== 'running'

const skippedRecord = v.object({ id: v.string(), reason: v.string() })
export type Skipped = v.InferOutput<typeof skippedRecord>

/** Work that takes longer than a request or changes several records. Instants are ISO 8601 UTC. */
export const job = v.object({
  id: v.string(),
  kind: v.string(),
  table: v.nullable(v.string()),
  /** Content of the audit entry of its start: counts, names and choices. That of an undo is about the job that it undoes. */
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
const jobPage = v.object({ data: v.array(job), total: v.number() })
export type JobPage = v.InferOutput<typeof jobPage>
export const jobPageSize = 50
export const maxListedSkips = 20

export const listJobs = get('listJobs', '/api/jobs', {
  access: 'anyRight',
  limit: 'read',
  query: v.object({
    state: v.optional(jobState),
    table: v.optional(v.string()),
    all: v.optional(v.literal('true')),
    page: pageNumber,
  }),
  response: { 200: jobPage },
  errors: ['forbidden'],
})

export const readJob = get('readJob', '/api/jobs/:id', {
  access: 'anyRight',
  limit: 'read',
  params: idParams,
  response: { 200: job },
  errors: ['not_found'],
})

export const undoJob = post('undoJob', '/api/jobs/:id/undo', {
  // The right that the job needed is needed to undo it, and a recent sign-in where it was.
  access: 'anyRight',
  limit: 'write',
  audit: { action: 'undo', by: 'action' },
  params: idParams,
  response: { 202: job },
  errors: ['forbidden', 'recent_sign_in_required', 'not_found', 'conflict'],
})

export const cancelJob = post('cancelJob', '/api/jobs/:id/cancel', {
  access: 'anyRight',
  limit: 'write',
  audit: { action: 'stop', by: 'action' },
  params: idParams,
  response: { 200: job },
  errors: ['not_found', 'conflict'],
})

export const docs = () => {
  const parameters = { id: idOf('the job') }
  const example = {
    id: exampleId,
    kind: 'batch',
    table: 'students',
    about: { update: 500, fields: 'level' },
    state: 'done',
    total: 500,
    done: 500,
    changed: 499,
    skipped: [{ id: exampleId, reason: 'This record does not exist.' }],
    actor: { id: exampleId, email: 'admin@archery.example' },
    createdAt: '2026-05-01T10:00:00.000Z',
    startedAt: '2026-05-01T10:00:00.000Z',
    endedAt: '2026-05-01T10:00:04.000Z',
    undoable: true,
  }
  const notFound = 'There is no such job of yours. Admins find all jobs.'
  return tagged('Jobs', [
    doc(listJobs, {
      summary: 'Your jobs',
      description: 'Batches, imports, undos and other work that takes longer than a call, newest first, for 30 days.',
      parameters: {
        state: { description: 'Only jobs in this state.', example: 'running' },
        table: { description: 'Only jobs about the records of this table.', example: 'students' },
        all: { description: 'The jobs of everyone, for admins.', example: 'true' },
        page: pageDoc,
      },
      responses: {
        200: {
          description: 'The jobs, each with its first 20 skipped records.',
          example: { data: [example], total: 1 },
        },
      },
      errors: { forbidden: 'Only admins see the jobs of everyone.' },
    }),
    doc(readJob, {
      summary: 'One job',
      description: 'How far it is, and why it skipped records.',
      parameters,
      responses: { 200: { description: 'The current state of the job.', example } },
      errors: { not_found: notFound },
    }),
    doc(undoJob, {
      summary: 'Undo a job',
      description: 'Begins a job that undoes all its changes, except for records that were changed since.',
      parameters,
      responses: {
        202: {
          description: 'The job that undoes it.',
          example: {
            ...example,
            kind: 'undo',
            state: 'waiting',
            done: 0,
            changed: 0,
            skipped: [],
            undoes: exampleId,
            undoable: false,
          },
        },
      },
      errors: {
        forbidden: 'You do not have the right that the job needed.',
        recent_sign_in_required: 'The job needed a sign-in of the last 15 minutes.',
        not_found: notFound,
        conflict: 'It is still running, was undone already, or cannot be undone.',
      },
    }),
    doc(cancelJob, {
      summary: 'Cancel a job',
      description: 'Stops it after the records it is changing. What was done before is kept and can be undone.',
      parameters,
      responses: { 200: { description: 'The job, which stops within seconds.', example } },
      errors: { not_found: notFound, conflict: 'It has ended.' },
    }),
  ])
}
