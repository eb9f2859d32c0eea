import { doc } from './call-doc'
import { cancelJob, listJobs, readJob, undoJob } from './jobs'
import { exampleId, idOf, pageDoc } from './parameters.doc'

const tag = 'Jobs'
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

export const listJobsDoc = doc(listJobs, {
  tag,
  summary: 'Your jobs',
  description: 'Batches, imports, undos and other work that takes longer than a call, newest first, for 30 days.',
  parameters: {
    state: { description: 'Only jobs in this state.', example: 'running' },
    all: { description: 'The jobs of everyone, for admins.', example: 'true' },
    page: pageDoc,
  },
  responses: {
    200: { description: 'The jobs, each with its first 20 skipped records.', example: { data: [example], total: 1 } },
  },
  errors: { forbidden: 'Only admins see the jobs of everyone.' },
})

export const readJobDoc = doc(readJob, {
  tag,
  summary: 'One job',
  description: 'How far it is, and why it skipped records.',
  parameters,
  responses: { 200: { description: 'The current state of the job.', example } },
  errors: { not_found: notFound },
})

export const undoJobDoc = doc(undoJob, {
  tag,
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
})

export const cancelJobDoc = doc(cancelJob, {
  tag,
  summary: 'Cancel a job',
  description: 'Stops it after the records it is changing. What was done before is kept and can be undone.',
  parameters,
  responses: { 200: { description: 'The job, which stops within seconds.', example } },
  errors: { not_found: notFound, conflict: 'It has ended.' },
})
