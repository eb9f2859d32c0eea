import * as v from 'valibot'
import { personFile } from '../person-file'
import { call } from './call'

export const readPersonFile = call({
  id: 'readPersonFile',
  method: 'get',
  path: '/api/person-file',
  access: 'admin',
  stepUp: true,
  limit: 'export',
  heavy: true,
  audit: { action: 'export', by: 'action' },
  query: v.object({
    email: v.pipe(v.string(), v.maxLength(320)),
    format: v.optional(v.picklist(['json', 'zip']), 'json'),
  }),
  response: { 200: personFile },
  errors: ['invalid_request'],
})
