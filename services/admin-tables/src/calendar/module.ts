import type { Context, Part } from '../context'
import type { Lessons } from '../lessons/module'
import type { Records } from '../records/module'
import type { Tables } from '../tables/module'
import { calendarEntries } from './calendar-entries'
import { calendarFeedStore } from './calendar-feed-store'
import { calendarReader } from './read-calendar'
import { calendarFeedRoutes, calendarRoutes } from './routes'

type Below = { tables: Tables; records: Records; lessons: Lessons }

/** Calendars that people subscribe to. */
export function calendarModule(context: Context, below: Below) {
  const { collection, users, publicOrigin, facts, scopeOf } = context
  const { tables } = below.tables
  const { references } = below.records
  const { lessonDays } = below.lessons
  const feeds = calendarFeedStore(() => collection('calendar_feeds'))
  const entries = calendarEntries(collection)
  const calendars = {
    feeds,
    publicOrigin,
    read: calendarReader({ facts, feeds, users, tables, references, publicOrigin, entries, lessonDays }),
  }
  const part: Part = {
    stores: [feeds],
    routes: [...calendarRoutes({ calendars }), ...calendarFeedRoutes({ tables, scopeOf, calendars })],
  }
  return { calendars, part }
}
