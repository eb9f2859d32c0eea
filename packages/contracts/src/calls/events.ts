import * as v from 'valibot'
import { eventPage, eventTypes, feedStart } from '../events'
import { call } from './call'

const type = eventTypes.map((one) => one.replace('.', '\\.')).join('|')

export const readEvents = call({
  id: 'readEvents',
  method: 'get',
  path: '/api/events',
  access: 'anyRight',
  limit: 'read',
  query: v.object({
    after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}\.[0-9a-f]{8}$/, 'must be a cursor of this feed'))),
    types: v.optional(v.pipe(v.string(), v.regex(new RegExp(`^(?:${type})(?:,(?:${type}))*$`), 'must name types'))),
    table: v.optional(v.pipe(v.string(), v.maxLength(63))),
    limit: v.optional(v.pipe(v.string(), v.regex(/^(?:[1-9]\d{0,2}|1000)$/, 'must be 1 to 1000')), '100'),
    wait: v.optional(v.pipe(v.string(), v.regex(/^(?:1?\d|2[0-5])$/, 'must be 0 to 25')), '0'),
  }),
  response: { 200: eventPage },
  errors: ['invalid_request', 'not_found', 'gone'],
  errorDetails: { 410: feedStart },
})
