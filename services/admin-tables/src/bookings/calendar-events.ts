import { createHash } from 'node:crypto'
import { days, minutes } from '@app/contracts/durations'
import type { CalendarRead, UnreadEvent } from '@app/contracts/incoming-hooks'
import { schoolDay } from '@app/school-time/school-day'
import type { Cells } from './columns'
import { Unreadable } from './ical/calendar-time'
import { type Component, componentsIn, plainText, propertyIn, valueIn } from './ical/components'
import { followSeries, type KeyedOccurrence } from './ical/follow-series'
import { isRepeating, titleOf } from './ical/series'
import { type ChosenZones, zonesOf } from './ical/zones-of'

/** Events that have ended are left alone, and so is what is further ahead than a school plans. */
const ahead = days(180)
const behind = days(1)
const maxEvents = 5_000
const maxText = 5_000
const maxNotes = 20

/** One event of a calendar, or one of the dates of an event that repeats. */
export type CalendarEvent = { key: string; cells: Cells; endsAt: Date }

/** A calendar cannot be read. Its message is for the person who subscribed. */
export class CalendarFault extends Error {}

/** The events of a calendar, and what became of all that are in it. */
export type EventsRead = CalendarRead & {
  events: CalendarEvent[]
  /** UIDs of events of which it is not known whether they are gone when they are missing here; null when that may be any. */
  unsure: string[] | null
}
export type ReadCalendar = (bytes: Uint8Array, charset: string | undefined, zones: ChosenZones) => Promise<EventsRead>

const textOf = (item: Component, name: string): string =>
  plainText(propertyIn(item, name)?.value ?? '')
    .trim()
    .slice(0, maxText)

function eventOf({ key, item, start, end }: KeyedOccurrence, isCanceled: boolean): CalendarEvent {
  const named = (name: string) =>
    item.properties
      .filter((one) => one.name === name)
      .map(({ params, value }) => (params['CN'] || value.trim()).replace(/^mailto:/i, ''))
  return {
    key,
    endsAt: new Date(end),
    cells: {
      UID: key,
      Title: textOf(item, 'SUMMARY'),
      Start: new Date(start).toISOString(),
      End: new Date(end).toISOString(),
      Day: schoolDay(start),
      Minutes: String(Math.round((end - start) / minutes(1))),
      Location: textOf(item, 'LOCATION'),
      Description: textOf(item, 'DESCRIPTION'),
      Status: isCanceled ? 'CANCELLED' : textOf(item, 'STATUS').toUpperCase() || 'CONFIRMED',
      Organizer: named('ORGANIZER')[0] ?? '',
      Attendees: named('ATTENDEE').join('; ').slice(0, maxText),
      URL: textOf(item, 'URL'),
    },
  }
}

const uidOf = (item: Component) => valueIn(item, 'UID')

/** The name of an event that has no UID: its title and its start. */
function nameOf(item: Component): string {
  const said = ['SUMMARY', 'DTSTART', 'RECURRENCE-ID'].map((name) => valueIn(item, name))
  return `~${createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)}`
}

const versions = new Set(['DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE'])
const contentOf = ({ properties }: Component) =>
  JSON.stringify(properties.filter(({ name }) => !versions.has(name)).map(({ name, value }) => [name, value]))

function groups(items: readonly Component[]): Map<string, Component[]> {
  /** The series without a UID by title, of those that are the only one with theirs. */
  const series = new Map<string, Component | undefined>()
  for (const item of items.filter((one) => uidOf(one) === '' && isRepeating(one)))
    series.set(titleOf(item), series.has(titleOf(item)) ? undefined : item)
  /** Of events that share a title and a start and have no UID, what they say, and its place. */
  const contents = new Map<string, Map<string, number>>()
  const namedOf = (item: Component): string => {
    if (uidOf(item) !== '') return uidOf(item)
    if (propertyIn(item, 'RECURRENCE-ID')) return nameOf(series.get(titleOf(item)) ?? item)
    const name = nameOf(item)
    const places = contents.get(name) ?? new Map<string, number>()
    contents.set(name, places)
    const content = contentOf(item)
    const place = places.get(content) ?? places.size
    places.set(content, place)
    return place === 0 ? name : `${name}#${place + 1}`
  }
  return Map.groupBy(items, namedOf)
}

function unreadOf(item: Component, error: unknown): UnreadEvent {
  const isKnown = error instanceof Unreadable
  return {
    uid: uidOf(item).slice(0, 500),
    title: plainText(titleOf(item)),
    start: valueIn(item, 'DTSTART').slice(0, 40),
    reason: isKnown ? error.message : 'It cannot be read',
    zone: (isKnown && error.zone) || null,
  }
}

/** Outlook writes so before the title of what was canceled. */
const saysCanceled = /^\s?(?:cancell?ed|abgesagt|annulée?|cancelad[oa]|annullat[oa]|geannuleerd)\s?:/i

/**
 * The events of a calendar that have not ended, up to half a year ahead. Each date of one that repeats is an event, by UID and
 * RECURRENCE-ID. Every event of the text is shown, left out because it is at another time, a former version of another one, or
 * unread with the reason: `found` is the sum of these.
 *
 * @throws CalendarFault when the text is no calendar, or holds too many events
 */
export function calendarEvents(text: string, now: number, chosen: ChosenZones = {}): EventsRead {
  if (!/^\ufeff?\s{0,100}BEGIN:VCALENDAR/i.test(text))
    throw new CalendarFault('What is there is no calendar (iCalendar)')
  const parts = componentsIn(text)
  const { events: items, isWhole, isCanceled, others } = parts
  if (items.length > maxEvents)
    throw new CalendarFault(`The calendar has more than ${maxEvents.toLocaleString('en-US')} events`)
  const zones = zonesOf(parts, chosen)
  const notes = new Set<string>()
  const window = { from: now - behind, to: now + ahead }
  const events: CalendarEvent[] = []
  const shown = new Set<Component>()
  const unread: UnreadEvent[] = []
  const sharing: string[] = []
  let repeated = 0
  const broken = items.filter((one) => !one.isWhole)
  for (const item of broken) unread.push(unreadOf(item, new Unreadable('The calendar breaks off in the middle of it')))
  for (const [name, group] of groups(items.filter((one) => one.isWhole))) {
    const read = followSeries(name, group, { window, zones, tell: (note) => notes.add(note) })
    repeated += read.repeated.length
    if (read.isShared) sharing.push(name)
    const isTooMany = events.length + read.occurrences.length > maxEvents
    const tooMany = new Unreadable(`The calendar has more than ${maxEvents.toLocaleString('en-US')} dates`)
    const lost = new Set(read.unread.map(({ item }) => item))
    for (const { item, error } of read.unread) unread.push(unreadOf(item, error))
    for (const one of read.occurrences) {
      if (!isTooMany) events.push(eventOf(one, isCanceled))
      else if (!lost.has(one.item)) unread.push(unreadOf(one.item, tooMany))
      if (isTooMany) lost.add(one.item)
      else if (!lost.has(one.item)) shown.add(one.item)
    }
  }
  for (const { cells } of events)
    if (saysCanceled.test(cells['Title'] ?? '') && !/^cancel/i.test(cells['Status'] ?? ''))
      notes.add(
        `“${cells['Title']!.slice(0, 100)}” says that it is canceled and is not marked so: it is read as planned`,
      )
  const nameless = items.filter((one) => uidOf(one) === '').length
  if (nameless > 0)
    notes.add(`${nameless} without a UID: known by title and start, so that one that is moved is a new one`)
  if (repeated > 0) notes.add(`${repeated} are former versions of others`)
  if (others > 0) notes.add(`${others} tasks and notes are left out`)
  if (!isWhole) notes.add('The calendar breaks off before its end, so nothing is taken as canceled')
  for (const note of zones.notes()) notes.add(note)
  const isAnyUnsure = !isWhole || unread.some(({ uid }) => uid === '')
  return {
    events,
    found: items.length,
    shown: shown.size,
    outside: items.length - shown.size - repeated - unread.length,
    repeated,
    unread,
    notes:
      notes.size > maxNotes
        ? [...[...notes].slice(0, maxNotes - 1), `${notes.size - maxNotes + 1} more notes`]
        : [...notes],
    unsure: isAnyUnsure ? null : [...sharing, ...unread.map(({ uid }) => uid)],
  }
}
