import * as v from 'valibot'
import { doc, get, post, remove, tagged } from './call'
import { exampleId, idOf } from './doc-parts'
import { idParams } from './parameters'
import { right } from './policy'
import { deleted } from './users'

/** A calendar feed of one user. Its secret address is returned once, when it is created. */
const calendarFeed = v.object({
  id: v.string(),
  table: v.string(),
  /** Only lessons of the user as an instructor; services of earlier releases leave it out. */
  mine: v.optional(v.boolean(), false),
  createdAt: v.string(),
  lastReadAt: v.nullable(v.string()),
})
export type CalendarFeed = v.InferOutput<typeof calendarFeed>

const createdFeed = v.object({ ...calendarFeed.entries, url: v.string() })
export type CreatedFeed = v.InferOutput<typeof createdFeed>

export const listCalendarFeeds = get('listCalendarFeeds', '/api/calendar/feeds', {
  access: 'anyRight',
  accounts: false,
  limit: 'read',
  response: { 200: v.array(calendarFeed) },
})

export const createCalendarFeed = post('createCalendarFeed', '/api/calendar/feeds', {
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

export const deleteCalendarFeed = remove('deleteCalendarFeed', '/api/calendar/feeds/:id', {
  access: 'anyRight',
  accounts: false,
  limit: 'write',
  audit: { action: 'calendar-remove' },
  params: idParams,
  response: { 200: deleted },
  errors: ['not_found'],
})

export const readCalendar = get('readCalendar', '/api/calendar/:file', {
  access: 'public',
  limit: 'calendar',
  params: v.object({ file: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}\.ics$/)) }),
  response: { 200: { type: 'text/calendar' } },
  errors: ['not_found'],
})

export const docs = () => {
  const feed = { id: exampleId, table: 'lessons', mine: false, createdAt: '2026-05-01T10:00:00.000Z', lastReadAt: null }
  const file = 'Zm9yIHRoZSByZWZlcmVuY2Ugb25seSwgbm8gc2VjcmV.ics'
  return tagged('Calendar', [
    doc(listCalendarFeeds, {
      summary: "The user's calendar feeds",
      description: 'Without their secret addresses, which are stored as hashes.',
      responses: { 200: { description: 'The feeds.', example: [feed] } },
    }),
    doc(createCalendarFeed, {
      summary: 'Subscribe to a table',
      description:
        'Creates a secret address for calendar apps. With `mine` it shows only lessons whose instructor is the user, as it always does for users who may see no others. It is returned once, and the user gets an email about it.',
      body: { example: { table: 'lessons' } },
      responses: {
        201: {
          description: 'The feed with its secret address.',
          example: { ...feed, url: `https://archery.example/api/calendar/${file}` },
        },
      },
      errors: {
        invalid_input: 'The table is missing.',
        not_found: 'There is no such table, it has no dates, or the user may not view it.',
        conflict: 'The user has ten feeds already.',
      },
    }),
    doc(deleteCalendarFeed, {
      summary: 'Revoke a feed',
      description: 'Its address stops working at once.',
      parameters: { id: idOf('the feed') },
      responses: { 200: { description: 'Revoked.', example: { success: true, id: exampleId } } },
      errors: { not_found: 'The user has no such feed.' },
    }),
    doc(readCalendar, {
      summary: 'A calendar feed',
      description: 'iCalendar (RFC 5545) from a month ago to a year ahead, without names of students.',
      parameters: { file: { description: 'The secret of the feed with the extension `.ics`.', example: file } },
      responses: { 200: { description: 'The calendar.' } },
      errors: { not_found: 'The address is wrong or revoked, or its user may no longer view the table.' },
    }),
  ])
}
