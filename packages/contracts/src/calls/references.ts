import * as v from 'valibot'
import { referenceChoices, referrers } from '../tables'
import { call } from './call'
import { recordId } from './parameters'
import { right } from './policy'

const table = v.string()

export const listChoices = call({
  id: 'listChoices',
  method: 'get',
  path: '/api/tables/:table/choices/:field',
  access: right(':table', 'view'),
  own: true,
  limit: 'read',
  params: v.object({ table, field: v.string() }),
  query: v.object({
    q: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
    limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]|[1-4]\d|50)$/)), '20'),
  }),
  response: { 200: referenceChoices },
  errors: ['invalid_request', 'not_found'],
})

export const listReferrers = call({
  id: 'listReferrers',
  method: 'get',
  path: '/api/tables/:table/:id/referrers',
  access: right(':table', 'view'),
  own: true,
  limit: 'read',
  params: v.object({ table, id: recordId }),
  response: { 200: referrers },
  errors: ['not_found'],
})
