import * as v from 'valibot'
import { calendarFeeds, createdFeed } from '../calendar'
import { recordDeleted } from '../tables'
import { call } from './call'
import { recordId } from './parameters'
import { right } from './policy'

export const listCalendarFeeds = call({
  id: 'listCalendarFeeds',
  method: 'get',
  path: '/api/calendar/feeds',
  access: 'anyRight',
  accounts: false,
  limit: 'read',
  response: { 200: calendarFeeds },
})

export const createCalendarFeed = call({
  id: 'createCalendarFeed',
  method: 'post',
  path: '/api/calendar/feeds',
  access: right({ body: 'table' }, 'view'),
  own: true,
  stepUp: true,
  limit: 'write',
  audit: { action: 'calendar-add' },
  body: {
    schema: v.strictObject({
      table: v.pipe(v.string('Table is required'), v.maxLength(63)),
      mine: v.optional(v.boolean(), false),
    }),
  },
  response: { 201: createdFeed },
  errors: ['invalid_input', 'not_found', 'conflict'],
})

export const deleteCalendarFeed = call({
  id: 'deleteCalendarFeed',
  method: 'delete',
  path: '/api/calendar/feeds/:id',
  access: 'anyRight',
  accounts: false,
  limit: 'write',
  audit: { action: 'calendar-remove' },
  params: v.object({ id: recordId }),
  response: { 200: recordDeleted },
  errors: ['not_found'],
})

export const readCalendar = call({
  id: 'readCalendar',
  method: 'get',
  path: '/api/calendar/:file',
  access: 'public',
  limit: 'calendar',
  params: v.object({ file: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}\.ics$/)) }),
  response: { 200: { type: 'text/calendar' } },
  errors: ['not_found'],
})
