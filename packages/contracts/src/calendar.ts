import * as v from 'valibot'

/** A calendar feed of one user. Its secret address is returned once, when it is created. */
export const calendarFeed = v.object({
  id: v.string(),
  table: v.string(),
  /** Only lessons of the user as an instructor; services of earlier releases leave it out. */
  mine: v.optional(v.boolean(), false),
  createdAt: v.string(),
  lastReadAt: v.nullable(v.string()),
})
export type CalendarFeed = v.InferOutput<typeof calendarFeed>

export const createdFeed = v.object({ ...calendarFeed.entries, url: v.string() })
export type CreatedFeed = v.InferOutput<typeof createdFeed>

/** `GET /api/calendar/feeds`. */
export const calendarFeeds = v.array(calendarFeed)
