import * as v from 'valibot'
import { calendarFeeds, createdFeed } from '../calendar'
import { recordDeleted } from '../tables'
import { call, exampleId, idOf, parameter } from './call'

const tag = 'Calendar'
const feed = { id: exampleId, table: 'lessons', createdAt: '2026-05-01T10:00:00.000Z', lastReadAt: null }
const secret = 'Zm9yIHRoZSByZWZlcmVuY2Ugb25seSwgbm8gc2VjcmV0'
const rateLimited = { too_many_requests: 'This session has made too many calls in a minute.' }

export const listCalendarFeeds = call({
  method: 'get',
  path: '/api/calendar/feeds',
  access: 'staff',
  response: { 200: { description: 'The feeds.', schema: calendarFeeds, example: [feed] } },
  errors: rateLimited,
  detail: {
    id: 'listCalendarFeeds',
    tag,
    summary: "The user's calendar feeds",
    description: 'Without their secret addresses, which are stored as hashes.',
  },
})

export const createCalendarFeed = call({
  method: 'post',
  path: '/api/calendar/feeds',
  access: 'staff',
  body: {
    schema: v.strictObject({ table: v.pipe(v.string('Table is required'), v.maxLength(63)) }),
    example: { table: 'lessons' },
  },
  response: {
    201: {
      description: 'The feed with its secret address.',
      schema: createdFeed,
      example: { ...feed, url: `https://archery.example/api/calendar/${secret}.ics` },
    },
  },
  errors: {
    invalid_input: 'The table is missing.',
    not_found: 'There is no such table, it has no dates, or the user may not see it.',
    conflict: 'The user has ten feeds.',
    ...rateLimited,
  },
  detail: {
    id: 'createCalendarFeed',
    tag,
    summary: 'Subscribe to a table',
    description: 'Creates a secret address for calendar apps. It is returned once.',
  },
})

export const deleteCalendarFeed = call({
  method: 'delete',
  path: '/api/calendar/feeds/:id',
  access: 'staff',
  params: v.object({ id: idOf('the feed') }),
  response: { 200: { description: 'Revoked.', schema: recordDeleted, example: { success: true, id: exampleId } } },
  errors: { not_found: 'The user has no such feed.', ...rateLimited },
  detail: {
    id: 'deleteCalendarFeed',
    tag,
    summary: 'Revoke a feed',
    description: 'Its address stops working at once.',
  },
})

export const readCalendar = call({
  method: 'get',
  path: '/api/calendar/:file',
  access: 'public',
  params: v.object({
    file: parameter(
      v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}\.ics$/)),
      'The secret of the feed with the ending `.ics`.',
      `${secret.slice(0, 43)}.ics`,
    ),
  }),
  response: { 200: { description: 'The calendar.', type: 'text/calendar' } },
  errors: {
    not_found: 'The address is wrong or revoked, or its user may no longer see the table.',
    too_many_requests: 'The address was fetched more than 60 times in a minute.',
  },
  detail: {
    id: 'readCalendar',
    tag,
    summary: 'A calendar feed',
    description: 'iCalendar (RFC 5545) from a month ago to a year ahead, without names of students.',
  },
})
