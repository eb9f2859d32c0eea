import { visitPath } from '../visit-path'
import { visit } from '../visits'
import { call } from './call'

export const countVisit = call({
  id: 'countVisit',
  method: 'post',
  path: visitPath,
  access: 'public',
  limit: 'visit',
  audit: false,
  body: { schema: visit },
  response: { 204: null },
  errors: ['invalid_request'],
})
