import { days, seconds } from '@app/contracts/durations'
import { AppError } from '@app/contracts/errors'
import type { UserStore } from '@app/session'
import { type TableSchema, tabLabel } from '@app/table-schema'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { CalendarEntries, CalendarEntry } from '../models/calendar-entries'
import type { CalendarFeedStore } from '../models/calendar-feed-store'
import type { TableSchemaStore } from '../models/table-schema-store'
import { rightChecker } from './right-checker'

type Deps = {
  feeds: Pick<CalendarFeedStore, 'find'>
  users: Pick<UserStore, 'find'>
  tables: Pick<TableSchemaStore, 'find'>
  entries: CalendarEntries
  publicOrigin: string
  now?: () => number
}

/** Records are read at most once in this time for each feed. */
const cachedFor = seconds(15)
const maxCached = 500
const back = days(31)
const ahead = days(366)

const notFound = () => new AppError('not_found', 'Not found.')

function calendarText(name: string, entries: readonly CalendarEntry[], origin: string): string {
  const { host } = new URL(origin)
  const calendar = ical({ name, prodId: { company: host, product: 'calendar' }, method: ICalCalendarMethod.PUBLISH })
  calendar.ttl(15 * 60)
  for (const { id, title, start, end, allDay, place, cancelled, changedAt } of entries)
    calendar.createEvent({
      id: `${id}@${host}`,
      start,
      end,
      allDay,
      summary: cancelled ? `Canceled: ${title}` : title,
      location: place || null,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      stamp: changedAt ?? start,
      lastModified: changedAt,
    })
  return calendar.toString()
}

/** The calendar of a secret address. @throws AppError `not_found` when it is wrong, revoked, or its user lost the right */
export function calendarReader({ feeds, users, tables, entries, publicOrigin, now = Date.now }: Deps) {
  const cache = new Map<string, { at: number; text: Promise<string> }>()
  const hasRight = rightChecker(users)

  async function allowed(token: string): Promise<TableSchema> {
    const feed = await feeds.find(token)
    if (!feed || !(await hasRight(feed.user_id, feed.table, 'view'))) throw notFound()
    const schema = await tables.find(feed.table)
    if (!schema?.calendar) throw notFound()
    return schema
  }

  async function textOf(schema: TableSchema): Promise<string> {
    const at = now()
    const found = await entries(schema, new Date(at - back), new Date(at + ahead))
    return calendarText(tabLabel(schema), found, publicOrigin)
  }

  return async (token: string): Promise<string> => {
    // Checked at every request: a revoked address stops working at once.
    const schema = await allowed(token)
    const known = cache.get(token)
    if (known && now() - known.at < cachedFor) return known.text
    const text = textOf(schema)
    cache.set(token, { at: now(), text })
    text.catch(() => cache.delete(token))
    if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
    return text
  }
}
