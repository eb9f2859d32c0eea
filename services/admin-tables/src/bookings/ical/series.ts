import { days } from '@app/contracts/durations'
import { schoolZone } from '@app/school-time/school-day'
import { durationOf, type Moment, type Stamp, stampOf, stampsIn, Unreadable } from './calendar-time'
import { type Component, type Property, propertiesIn, propertyIn, valueIn } from './components'
import { dayOf, expandRule, ruleOf } from './expand-rule'
import { fixedZone, ianaZone, instantAt, utc, wallAt, type Zone } from './zone-clock'
import type { Zones } from './zones-of'

/** One date of an event: when it would be, and when it is. */
export type Occurrence = { original: number; start: number; end: number; item: Component }
export type Window = { from: number; to: number }
/** When an event is, and how long: of days by the calendar, else by the clock; `periods` are the lengths of single dates. */
export type Timed = { item: Component; start: Moment; length: number; periods: ReadonlyMap<number, number> }
type Told = (note: string) => void

const school: Zone = ianaZone(schoolZone)!
/** Of one repeating event. */
const maxRepeats = 400

const zoneOf = (stamp: Stamp, tzid: string | undefined, zones: Zones, otherwise?: Zone): Zone => {
  if (stamp.isDate) return school
  if (stamp.offset !== undefined) return stamp.offset === 0 ? utc : fixedZone(stamp.offset)
  if (tzid !== undefined && tzid.trim() !== '') return zones.named(tzid)
  return otherwise ?? zones.floating()
}

/** @param otherwise the zone of a time that has none, where the event has one already */
function momentsOf(property: Property, zones: Zones, otherwise?: Zone): Moment[] {
  return stampsIn(property).map((stamp) => {
    const { wall, isDate } = stamp
    return { wall, isDate, zone: zoneOf(stamp, property.params['TZID'], zones, otherwise) }
  })
}

export const instantOf = ({ zone, wall }: Moment): number => instantAt(zone, wall)

/** The only moment of a property. @throws Unreadable */
export function momentOf(item: Component, name: string, zones: Zones, otherwise?: Zone): Moment | undefined {
  const property = propertyIn(item, name)
  if (!property) return undefined
  const [moment] = momentsOf(property, zones, otherwise)
  if (!moment) throw new Unreadable(`Its ${name} is empty`)
  return moment
}

export const titleOf = (item: Component): string => valueIn(item, 'SUMMARY').slice(0, 100)
export const quoted = (item: Component): string => `“${titleOf(item) || 'An event without a title'}”`

/** @throws Unreadable */
export function timedOf(item: Component, zones: Zones, tell: Told): Timed {
  // A canceled date may say no more than which one it is.
  const start = momentOf(item, 'DTSTART', zones) ?? momentOf(item, 'RECURRENCE-ID', zones)
  if (!start) throw new Unreadable('It has no start')
  const given = () => {
    const end = momentOf(item, 'DTEND', zones, start.isDate ? undefined : start.zone)
    if (end) return start.isDate && end.isDate ? end.wall - start.wall : instantOf(end) - instantOf(start)
    const duration = propertyIn(item, 'DURATION')
    return duration ? durationOf(duration.value) : 0
  }
  let length = 0
  try {
    length = given()
  } catch (error) {
    if (!(error instanceof Unreadable) || error.zone !== undefined) throw error
    tell(`The end of ${quoted(item)} cannot be read; it is left out`)
  }
  if (length < 0) tell(`${quoted(item)} ends before it begins; its end is left out`)
  // A day that ends on itself is one day.
  return {
    item,
    start,
    length: length > 0 || !start.isDate ? Math.max(0, length) : days(1),
    periods: periodsIn(item, zones, start),
  }
}

/** Dates of their own length: `RDATE;VALUE=PERIOD:20261205T190000Z/PT3H`. */
function periodsIn(item: Component, zones: Zones, { zone }: Moment): Map<number, number> {
  const periods = new Map<number, number>()
  for (const property of propertiesIn(item, 'RDATE'))
    for (const period of property.value.split(',')) {
      const [from = '', to] = period.split('/')
      const [start] = to === undefined ? [] : momentsOf({ ...property, value: from }, zones, zone)
      if (!start || to === undefined) continue
      const until = () => instantOf({ ...start, wall: stampOf(to).wall }) - instantOf(start)
      periods.set(instantOf(start), Math.max(0, /^[+-]?P/i.test(to.trim()) ? durationOf(to) : until()))
    }
  return periods
}

const endOf = ({ start }: Timed, wall: number, length: number) =>
  start.isDate ? instantAt(start.zone, wall + length) : instantAt(start.zone, wall) + length

const isMidnight = ({ wall, isDate }: Moment) => isDate || wall % days(1) === 0

/**
 * Which of these dates is meant: the one at the same instant, else, of a date or midnight, the one on that day where the event takes
 * place.
 */
function matching(dates: ReadonlyMap<number, number>, moment: Moment, start: Moment): number | undefined {
  const instant = instantOf(moment)
  if (dates.has(instant)) return instant
  const wall = start.isDate && !moment.isDate ? wallAt(school, instant) : moment.wall
  if (!start.isDate && !isMidnight(moment)) return undefined
  return [...dates].find(
    ([, one]) => dayOf(one) === dayOf(wall) || (start.isDate && dayOf(one) === dayOf(moment.wall)),
  )?.[0]
}

/**
 * Which of these dates is most likely meant by a moment that matches none: the one that the clock shows so, whatever zone the moment
 * names; of a day, the only one on it at the school, or in UTC.
 */
function likely(dates: ReadonlyMap<number, number>, moment: Moment): number | undefined {
  const same = [...dates].find(([, wall]) => wall === moment.wall)
  if (same) return same[0]
  if (!isMidnight(moment)) return undefined
  for (const zone of [school, utc]) {
    const found = [...dates.keys()].filter((instant) => dayOf(wallAt(zone, instant)) === dayOf(moment.wall))
    if (found.length === 1) return found[0]
  }
  return undefined
}

/** Which of these dates is meant, exactly or most likely. `onInexact`: it is the latter. */
export function meant(
  dates: ReadonlyMap<number, number>,
  moment: Moment,
  start: Moment,
  onInexact = () => {},
): number | undefined {
  const exact = matching(dates, moment, start)
  if (exact !== undefined) return exact
  const found = likely(dates, moment)
  if (found !== undefined) onInexact()
  return found
}

export const isRepeating = (item: Component): boolean =>
  item.properties.some(({ name, value }) => ['RRULE', 'RDATE'].includes(name) && value.trim() !== '')

export const inexact = (item: Component): string =>
  `A date that ${quoted(item)} changes or leaves out is told by its clock time or its day alone`

/** The last wall time of a rule. A date is the whole day. */
function untilOf(until: Stamp | undefined, { zone, isDate }: Moment): number {
  if (until === undefined) return Number.POSITIVE_INFINITY
  const day = dayOf(until.wall) * days(1)
  if (until.isDate || isDate) return day + days(1) - 1
  return until.offset === undefined ? until.wall : wallAt(zone, until.wall - until.offset)
}

/** The dates of an event in a window, by instant: each with what its clock shows. */
export function datesOf(timed: Timed, { from, to }: Window, zones: Zones, tell: Told): Map<number, number> {
  const { item, start, length } = timed
  const first = instantOf(start)
  const dates = new Map<number, number>([[first, start.wall]])
  const { zone } = start
  const span = { from: wallAt(zone, from - length) - days(1), to: wallAt(zone, to) + days(1), most: maxRepeats + 1 }
  const expanded = (value: string) => {
    const rule = ruleOf(value)
    return expandRule(rule, start.wall, { ...span, until: untilOf(rule.until, start) })
  }
  for (const { value } of propertiesIn(item, 'RRULE').filter(({ value }) => value.trim() !== '')) {
    const { walls, isStartOn } = expanded(value)
    if (!isStartOn && first + length >= from)
      tell(`The first date of ${quoted(item)} is not one of its rule. It is kept as the first`)
    if (walls.length > maxRepeats) tell(`${quoted(item)} has too many dates. Its first ${maxRepeats} are shown`)
    for (const wall of walls) dates.set(instantAt(zone, wall), wall)
  }
  for (const property of propertiesIn(item, 'RDATE'))
    for (const moment of momentsOf(property, zones, zone)) {
      // A date is one at the usual time.
      const isDay = moment.isDate && !start.isDate
      const wall = isDay ? moment.wall + (start.wall % days(1)) : wallAt(zone, instantOf(moment))
      dates.set(isDay ? instantAt(zone, wall) : instantOf(moment), wall)
    }
  for (const { value } of propertiesIn(item, 'EXRULE')) {
    const { walls } = expanded(value)
    for (const wall of walls) dates.delete(instantAt(zone, wall))
  }
  for (const property of propertiesIn(item, 'EXDATE'))
    for (const moment of momentsOf(property, zones, zone)) {
      const left = meant(dates, moment, start, () => tell(inexact(item)))
      if (left !== undefined) dates.delete(left)
      else if (instantOf(moment) >= from && instantOf(moment) <= to)
        tell(`A date that ${quoted(item)} leaves out is none of its dates`)
    }
  return dates
}

export const occurrenceOf = (timed: Timed, original: number, wall: number): Occurrence => ({
  original,
  start: instantAt(timed.start.zone, wall),
  end: endOf(timed, wall, timed.periods.get(original) ?? timed.length),
  item: timed.item,
})

export const isWithin = ({ start, end }: Occurrence, { from, to }: Window): boolean => end >= from && start <= to
