import { createCalendarFeed, deleteCalendarFeed, listCalendarFeeds, readCalendar } from './calendar'
import { doc } from './call-doc'
import { exampleId, idOf } from './parameters.doc'

const tag = 'Calendar'
const feed = { id: exampleId, table: 'lessons', mine: false, createdAt: '2026-05-01T10:00:00.000Z', lastReadAt: null }
const file = 'Zm9yIHRoZSByZWZlcmVuY2Ugb25seSwgbm8gc2VjcmV.ics'

export const listCalendarFeedsDoc = doc(listCalendarFeeds, {
  tag,
  summary: "The user's calendar feeds",
  description: 'Without their secret addresses, which are stored as hashes.',
  responses: { 200: { description: 'The feeds.', example: [feed] } },
})

export const createCalendarFeedDoc = doc(createCalendarFeed, {
  tag,
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
})

export const deleteCalendarFeedDoc = doc(deleteCalendarFeed, {
  tag,
  summary: 'Revoke a feed',
  description: 'Its address stops working at once.',
  parameters: { id: idOf('the feed') },
  responses: { 200: { description: 'Revoked.', example: { success: true, id: exampleId } } },
  errors: { not_found: 'The user has no such feed.' },
})

export const readCalendarDoc = doc(readCalendar, {
  tag,
  summary: 'A calendar feed',
  description: 'iCalendar (RFC 5545) from a month ago to a year ahead, without names of students.',
  parameters: { file: { description: 'The secret of the feed with the extension `.ics`.', example: file } },
  responses: { 200: { description: 'The calendar.' } },
  errors: { not_found: 'The address is wrong or revoked, or its user may no longer view the table.' },
})
