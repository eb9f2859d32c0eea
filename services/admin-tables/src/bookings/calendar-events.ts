import { days, minutes } from '@app/contracts/durations'
import { dateFormat } from '@app/school-time/date-format'
import { schoolDay, schoolZone, startOfDay } from '@app/school-time/school-day'
import ICAL from 'ical.js'
import type { Cells } from './columns'

/** Events that have ended are left alone, and so is what is further ahead than a school plans. */
const ahead = days(180)
const behind = days(1)
const maxEvents = 5_000
/** Of one repeating event. */
const maxRepeats = 400
const maxZones = 50
const maxText = 5_000

/** One event of a calendar, or one of the dates of an event that repeats. */
export type CalendarEvent = { key: string; cells: Cells; endsAt: Date }

/** A calendar cannot be read. Its message is for the person who subscribed. */
export class CalendarFault extends Error {}

const zones = new Map<string, Intl.DateTimeFormat | undefined>()

/** The clock of a zone, if its name is one of IANA's. */
function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!zones.has(zone)) {
    if (zones.size > 500) zones.clear()
    const parts = {
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const
    try {
      zones.set(zone, dateFormat({ timeZone: zone, hourCycle: 'h23', ...parts }, 'en-US'))
    } catch {
      zones.set(zone, undefined)
    }
  }
  return zones.get(zone)
}

/** What a clock of a zone shows at an instant, as if it were UTC. */
function wallTime(clock: Intl.DateTimeFormat, time: number): number {
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day, hour, minute, second } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The instant of a time: of its own zone, else of the zone that it names, else of the school. A date is the school's day. */
function instantOf(time: ICAL.Time, zone: string | undefined): number {
  if (time.isDate)
    return startOfDay(
      `${time.year}-${String(time.month).padStart(2, '0')}-${String(time.day).padStart(2, '0')}`,
    ).getTime()
  const isFixed = time.zone && time.zone !== ICAL.Timezone.localTimezone
  if (isFixed) return time.toUnixTime() * 1_000
  const clock = clockOf(zone ?? schoolZone) ?? clockOf(schoolZone)!
  const wanted = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
  const guess = wanted + (wanted - wallTime(clock, wanted))
  return guess + (wanted - wallTime(clock, guess))
}

const zoneOf = (component: ICAL.Component, name: string): string | undefined =>
  component.getFirstProperty(name)?.getFirstParameter('tzid')

const textOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '').slice(0, maxText)

function eventOf(item: ICAL.Component, key: string, start: number, end: number): CalendarEvent {
  const attendees = item
    .getAllProperties('attendee')
    .map((one) => one.getFirstParameter('cn') || String(one.getFirstValue()))
  const organizer = item.getFirstProperty('organizer')
  const withoutScheme = (text: string) => text.replace(/^mailto:/i, '')
  return {
    key,
    endsAt: new Date(end),
    cells: {
      UID: key,
      Title: textOf(item, 'summary'),
      Start: new Date(start).toISOString(),
      End: new Date(end).toISOString(),
      Day: schoolDay(start),
      Minutes: String(Math.round((end - start) / minutes(1))),
      Location: textOf(item, 'location'),
      Description: textOf(item, 'description'),
      Status: textOf(item, 'status').toUpperCase() || 'CONFIRMED',
      Organizer: withoutScheme(organizer?.getFirstParameter('cn') || String(organizer?.getFirstValue() ?? '')),
      Attendees: attendees.map(withoutScheme).join('; ').slice(0, maxText),
      URL: textOf(item, 'url'),
    },
  }
}

/** The components of a name in a calendar's text, in one pass: of text that is cut off, what is complete. */
function blocksIn(text: string, name: string): string[] {
  const [begin, end] = [`BEGIN:${name}`, `END:${name}`]
  const blocks: string[] = []
  for (let at = text.indexOf(begin); at >= 0; ) {
    const last = text.indexOf(end, at)
    if (last < 0) break
    blocks.push(text.slice(at, last + end.length))
    at = text.indexOf(begin, last)
  }
  return blocks
}

const parsed = (block: string) =>
  new ICAL.Component(ICAL.parse(`BEGIN:VCALENDAR\r\n${block}\r\nEND:VCALENDAR`) as never)

/** The dates of an event, with the one that an exception of it replaces as their keys. */
function* datesOf(item: ICAL.Component, exceptions: ReadonlySet<string>, from: number, to: number) {
  const event = new ICAL.Event(item)
  const zone = zoneOf(item, 'dtstart')
  const uid = event.uid
  const start = instantOf(event.startDate, zone)
  const own = item.hasProperty('dtend')
    ? instantOf(event.endDate, zoneOf(item, 'dtend') ?? zone)
    : start + event.duration.toSeconds() * 1_000
  const length = Math.max(0, own - start)
  if (event.isRecurrenceException()) {
    const at = instantOf(event.recurrenceId, zoneOf(item, 'recurrence-id') ?? zone)
    yield eventOf(item, `${uid}/${new Date(at).toISOString()}`, start, start + length)
    return
  }
  if (!event.isRecurring()) {
    yield eventOf(item, uid, start, start + length)
    return
  }
  const dates = event.iterator()
  for (let count = 0; count < maxRepeats * 20; count++) {
    const next = dates.next()
    if (!next) return
    const at = instantOf(next, zone)
    if (at > to) return
    const key = `${uid}/${new Date(at).toISOString()}`
    if (at + length >= from && !exceptions.has(key)) yield eventOf(item, key, at, at + length)
  }
}

/** The key that an exception of a repeating event has. */
function exceptionKey(item: ICAL.Component): string | undefined {
  const id = item.getFirstPropertyValue('recurrence-id') as ICAL.Time | null
  if (!id) return undefined
  const zone = zoneOf(item, 'recurrence-id') ?? zoneOf(item, 'dtstart')
  return `${item.getFirstPropertyValue('uid')}/${new Date(instantOf(id, zone)).toISOString()}`
}

export type EventsRead = { events: CalendarEvent[]; unread: number }
export type ReadCalendar = (text: string) => Promise<EventsRead>

/** The events of the text, each read on its own: one that cannot be read spoils no other. */
function itemsIn(text: string): { items: ICAL.Component[]; unread: number } {
  const blocks = blocksIn(text, 'VEVENT')
  if (blocks.length > maxEvents)
    throw new CalendarFault(`The calendar has more than ${maxEvents.toLocaleString('en-US')} events`)
  const timezones = blocksIn(text, 'VTIMEZONE').slice(0, maxZones).join('\r\n')
  const items: ICAL.Component[] = []
  for (const block of blocks) {
    try {
      const needsZones = /^(DTSTART|DTEND|RECURRENCE-ID)[^:\r\n]*TZID=/im.test(block)
      items.push(parsed(needsZones ? `${timezones}\r\n${block}` : block).getFirstSubcomponent('vevent')!)
    } catch {
      // Counted below.
    }
  }
  return { items, unread: blocks.length - items.length }
}

/**
 * The events of a calendar that have not ended, up to half a year ahead. Each date of one that repeats is an event, by UID and
 * RECURRENCE-ID. Events that cannot be read are counted and left out.
 *
 * @throws CalendarFault when the text is no calendar, or holds too many events
 */
export function calendarEvents(text: string, now: number): EventsRead {
  if (!/^\ufeff?\s{0,100}BEGIN:VCALENDAR/i.test(text))
    throw new CalendarFault('What is there is no calendar (iCalendar)')
  const read = itemsIn(text)
  let { unread } = read
  const exceptions = new Set<string>()
  const events = new Map<string, CalendarEvent>()
  const [from, to] = [now - behind, now + ahead]
  const attempt = (work: () => void) => {
    try {
      work()
    } catch {
      unread++
    }
  }
  const addDates = (item: ICAL.Component) => {
    let count = 0
    for (const event of datesOf(item, exceptions, from, to)) {
      const start = Date.parse(event.cells['Start']!)
      if (event.key === '' || event.key.startsWith('/') || event.endsAt.getTime() < from || start > to) continue
      if (++count > maxRepeats || events.size >= maxEvents) break
      events.set(event.key, event)
    }
  }
  for (const item of read.items)
    attempt(() => {
      const key = exceptionKey(item)
      if (key !== undefined) exceptions.add(key)
    })
  for (const item of read.items) attempt(() => addDates(item))
  return { events: [...events.values()], unread }
}
