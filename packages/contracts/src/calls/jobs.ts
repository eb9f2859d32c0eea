import * as v from 'valibot'
import { job, jobPage, jobState } from '../jobs'
import { call } from './call'
import { pageNumber, recordId } from './parameters'

const ofJob = v.object({ id: recordId })

export const listJobs = call({
  id: 'listJobs',
  method: 'get',
  path: '/api/jobs',
  access: 'anyRight',
  limit: 'read',
  query: v.object({ state: v.optional(jobState), all: v.optional(v.literal('true')), page: pageNumber }),
  response: { 200: jobPage },
  errors: ['forbidden'],
})

export const readJob = call({
  id: 'readJob',
  method: 'get',
  path: '/api/jobs/:id',
  access: 'anyRight',
  limit: 'read',
  params: ofJob,
  response: { 200: job },
  errors: ['not_found'],
})

export const undoJob = call({
  id: 'undoJob',
  method: 'post',
  path: '/api/jobs/:id/undo',
  // The right that the job needed is needed to undo it, and a recent sign-in where it was.
  access: 'anyRight',
  limit: 'write',
  audit: { action: 'undo', by: 'action' },
  params: ofJob,
  response: { 202: job },
  errors: ['forbidden', 'recent_sign_in_required', 'not_found', 'conflict'],
})

export const cancelJob = call({
  id: 'cancelJob',
  method: 'post',
  path: '/api/jobs/:id/cancel',
  access: 'anyRight',
  limit: 'write',
  audit: { action: 'stop', by: 'action' },
  params: ofJob,
  response: { 200: job },
  errors: ['not_found', 'conflict'],
})
