import { days, seconds } from '@app/contracts/durations'
import { notFound } from '@app/contracts/errors'
import type { SchoolFacts } from '@app/contracts/website/school-facts'
import { mayUse, mayUseOwn, type UserStore } from '@app/session'
import { type TableSchema, tabLabel } from '@app/table-schema'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { LessonDays } from '../lessons/lesson-days'
import type { ReferenceStore } from '../records/reference-store'
import type { TableSchemaStore } from '../tables/table-schema-store'
import type { CalendarEntries, CalendarEntry } from './calendar-entries'
import type { CalendarFeedStore } from './calendar-feed-store'

type Deps = {
  feeds: Pick<CalendarFeedStore, 'find'>
  users: Pick<UserStore, 'find'>
  tables: Pick<TableSchemaStore, 'find'>
  entries: CalendarEntries
  lessonDays: Pick<LessonDays, 'instructorsOf'>
  references: Pick<ReferenceStore, 'labels'>
  publicOrigin: string
  facts: () => Promise<SchoolFacts | undefined>
  now?: () => number
}

/** Records are read at most once in this time for each feed. */
const cachedFor = seconds(15)
const maxCached = 500
const back = days(31)
const ahead = days(366)

type Labels = Awaited<ReturnType<ReferenceStore['labels']>>

type Place = SchoolFacts['facts']['places'][number]

function calendarText(
  name: string,
  entries: readonly CalendarEntry[],
  names: Labels,
  origin: string,
  facts: SchoolFacts['facts'] | undefined,
): string {
  const placeOf = (name: string) => facts?.places.find(({ town }) => town.toLowerCase() === name.toLowerCase())
  // The address that a calendar finds on its map: `at the old mill, Springfield, OR`.
  const addressOf = (name: string, found: Place | undefined) =>
    found ? [found.place, found.town, facts?.state.code].filter(Boolean).join(', ') : name || null

  const { host } = new URL(origin)
  const calendar = ical({ name, prodId: { company: host, product: 'calendar' }, method: ICalCalendarMethod.PUBLISH })
  calendar.ttl(15 * 60)
  for (const { id, title, start, end, allDay, place, instructor, cancelled, changedAt } of entries) {
    const found = placeOf(place)
    const notes = [
      instructor && `Instructor: ${names[instructor]?.label ?? ''}`,
      found?.map && `Map: ${found.map}`,
      facts && `${facts.name}, ${facts.phone}`,
    ]
    calendar.createEvent({
      id: `${id}@${host}`,
      start,
      end,
      allDay,
      summary: cancelled ? `Canceled: ${title}` : title,
      location: addressOf(place, found),
      description: notes.filter(Boolean).join('\n') || null,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      stamp: changedAt ?? start,
      lastModified: changedAt,
    })
  }
  return calendar.toString()
}

/** The calendar of a secret address. @throws AppError `not_found` when it is wrong, revoked, or its user lost the right */
export function calendarReader(deps: Deps) {
  const { feeds, users, tables, entries, lessonDays, references, publicOrigin, facts, now = Date.now } = deps
  const cache = new Map<string, { at: number; text: Promise<string> }>()

  async function allowed(
    token: string,
  ): Promise<{ schema: TableSchema; mineOf: string | undefined; isLimited: boolean }> {
    const feed = await feeds.find(token)
    const user = feed && (await users.find(feed.user_id))
    if (!user || user.disabled) throw notFound()
    // Whatever the address was created for, it shows what its user may see now.
    const isLimited = mayUseOwn(user, feed.table, 'view')
    if (!isLimited && !mayUse(user, feed.table, 'view')) throw notFound()
    const schema = await tables.find(feed.table)
    if (!schema?.calendar) throw notFound()
    return { schema, mineOf: feed.mine || isLimited ? feed.user_id : undefined, isLimited }
  }

  async function textOf(schema: TableSchema, mineOf: string | undefined): Promise<string> {
    const at = now()
    const mine = mineOf === undefined ? undefined : await lessonDays.instructorsOf(mineOf)
    const found = await entries(schema, new Date(at - back), new Date(at + ahead), mine)
    const teaching = [...new Set(found.flatMap(({ instructor }) => instructor ?? []))]
    const names = teaching.length > 0 ? await references.labels('instructors', teaching) : {}
    const published = await facts()
    // Name, phone and addresses of the sample school are not for the calendars of people.
    const school = published?.isSample ? undefined : published?.facts
    const title = mine ? `My ${tabLabel(schema).toLowerCase()}` : tabLabel(schema)
    const name = school ? `${school.name}: ${title}` : title
    return calendarText(name, found, names, publicOrigin, school)
  }

  return async (token: string): Promise<string> => {
    // Checked at every request: a revoked address stops working at once.
    const { schema, mineOf, isLimited } = await allowed(token)
    // A lesson that is another person's by now is gone at once.
    if (isLimited) return textOf(schema, mineOf)
    const known = cache.get(token)
    if (known && now() - known.at < cachedFor) return known.text
    const text = textOf(schema, mineOf)
    cache.set(token, { at: now(), text })
    text.catch(() => cache.delete(token))
    if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
    return text
  }
}
