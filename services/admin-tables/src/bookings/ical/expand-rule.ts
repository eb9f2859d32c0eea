import { days, hours, minutes, seconds } from '@app/contracts/durations'
import { type Stamp, stampOf, Unreadable } from './calendar-time'

const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
type Frequency = (typeof frequencies)[number]
/** A day of the week, Monday as 0; `nth` in the month or the year, 0 for each. */
type WeekDay = { day: number; nth: number }
type Rule = {
  frequency: Frequency
  interval: number
  count: number | undefined
  until: Stamp | undefined
  weekStart: number
  byDay: readonly WeekDay[]
  by: Readonly<Record<NumberPart, readonly number[]>>
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const ranges = {
  BYMONTH: [1, 12, false],
  BYMONTHDAY: [1, 31, true],
  BYYEARDAY: [1, 366, true],
  BYWEEKNO: [1, 53, true],
  BYHOUR: [0, 23, false],
  BYMINUTE: [0, 59, false],
  BYSECOND: [0, 59, false],
  BYSETPOS: [1, 366, true],
} as const
type NumberPart = keyof typeof ranges
const others = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY']

function numbersIn(name: NumberPart, value: string | undefined): number[] {
  if (value === undefined) return []
  const [least, most, isSigned] = ranges[name]
  return value.split(',').map((text) => {
    const size = Math.abs(Number(text))
    const isNumber = /^[+-]?\d{1,3}$/.test(text) && size >= least && size <= most
    if (!isNumber || (text.startsWith('-') && !isSigned)) throw new Unreadable(`${name}=${text}`)
    return Number(text)
  })
}

function weekDay(text: string): WeekDay {
  const [, nth = '0', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? []
  const day = weekdays.indexOf(name)
  if (day < 0 || Math.abs(Number(nth)) > 53) throw new Unreadable(`BYDAY=${text}`)
  return { day, nth: Number(nth) }
}

function positive(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d{1,9}$/.test(value) || Number(value) === 0) throw new Unreadable(`${name}=${value}`)
  return Number(value)
}

function parse(text: string): Rule {
  const parts = new Map<string, string>()
  for (const part of text
    .replaceAll(/\s/g, '')
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    if (part === '') continue
    const [name = '', value = ''] = part.split('=', 2)
    const isKnown = others.includes(name) || name in ranges
    const isHarmless = name.startsWith('X-') || part === 'RSCALE=GREGORIAN' || part === 'SKIP=OMIT'
    if (isHarmless) continue
    if (!isKnown || value === '' || parts.has(name)) throw new Unreadable(part)
    parts.set(name, value)
  }
  const frequency = frequencies.find((one) => one === parts.get('FREQ'))
  const weekStart = weekdays.indexOf(parts.get('WKST') ?? 'MO')
  const until = parts.get('UNTIL')
  if (!frequency || weekStart < 0) throw new Unreadable(text)
  const numbers = Object.keys(ranges).map((name) => [name, numbersIn(name as NumberPart, parts.get(name))])
  return {
    frequency,
    interval: positive('INTERVAL', parts.get('INTERVAL')) ?? 1,
    count: positive('COUNT', parts.get('COUNT')),
    until: until === undefined ? undefined : stampOf(until),
    weekStart,
    byDay: parts.get('BYDAY')?.split(',').map(weekDay) ?? [],
    by: Object.fromEntries(numbers),
  }
}

/** The rule by which an event repeats. @throws Unreadable when any of it is not understood: it is never followed in part */
export function ruleOf(text: string): Rule {
  try {
    return parse(text)
  } catch {
    throw new Unreadable(`How it repeats is not understood: “${text.trim().slice(0, 100)}”`)
  }
}

/** The weekday of a number of days since 1970, Monday as 0. */
const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7
export const dayOf = (wall: number): number => Math.floor(wall / days(1))

/** Days and times that one rule may be looked through for. */
const maxSteps = 400_000

const firstOfYear = (year: number) => dayOf(Date.UTC(year, 0, 1))
const yearOf = (day: number) => new Date(day * days(1)).getUTCFullYear()
const monthOf = (day: number) => new Date(day * days(1)).getUTCMonth()
/** Months since 1970. */
const monthCount = (day: number) => (yearOf(day) - 1970) * 12 + monthOf(day)
const firstOfMonth = (month: number) => dayOf(Date.UTC(1970, month, 1))
/** The first day of something, and the first one behind it. */
type Days = [first: number, next: number]
const yearAround = (day: number): Days => [firstOfYear(yearOf(day)), firstOfYear(yearOf(day) + 1)]
const monthAround = (day: number): Days => [firstOfMonth(monthCount(day)), firstOfMonth(monthCount(day) + 1)]
const weekOf = (day: number, weekStart: number) => day - ((weekdayOf(day) - weekStart + 7) % 7)

/** The number of a day's week in its year, from the start and from the end. A year's first week has four days of it. */
function weekNumbers(day: number, weekStart: number): [number, number] {
  const week = weekOf(day, weekStart)
  const year = yearOf(week + 3)
  const first = weekOf(firstOfYear(year) + 3, weekStart)
  const next = weekOf(firstOfYear(year + 1) + 3, weekStart)
  return [(week - first) / 7 + 1, (week - next) / 7]
}

/** Where a day is in a span of days, from its start and from its end: 1 and -1 are the first and the last. */
const placeIn = (day: number, [first, next]: Days): [number, number] => [day - first + 1, day - next]
const isOneOf = (wanted: readonly number[], [fromStart, fromEnd]: [number, number]) =>
  wanted.includes(fromStart) || wanted.includes(fromEnd)

/** True for the days of a rule. Parts that the rule leaves out come from the start. */
function dayFilter(rule: Rule, start: number): (day: number) => boolean {
  const { frequency, byDay, weekStart, by } = rule
  const startDay = dayOf(start)
  const isPlain = [by.BYWEEKNO, by.BYYEARDAY, by.BYMONTHDAY, byDay].every(({ length }) => length === 0)
  const startDate = new Date(startDay * days(1)).getUTCDate()
  const byStart = isPlain && (frequency === 'YEARLY' || frequency === 'MONTHLY')
  const monthDays = byStart ? [startDate] : by.BYMONTHDAY
  const isOfStartMonth = isPlain && frequency === 'YEARLY' && by.BYMONTH.length === 0
  const months = isOfStartMonth ? [monthOf(startDay) + 1] : by.BYMONTH
  const weekDays = isPlain && frequency === 'WEEKLY' ? [{ day: weekdayOf(startDay), nth: 0 }] : byDay
  const isMonthly = frequency === 'MONTHLY' || by.BYMONTH.length > 0
  const counts = frequency === 'MONTHLY' || frequency === 'YEARLY'
  const isOnWeekDay = (day: number) => {
    if (weekDays.length === 0) return true
    const today = weekDays.filter((one) => one.day === weekdayOf(day))
    if (today.length === 0 || today.some(({ nth }) => nth === 0 || !counts)) return today.length > 0
    const [first, next] = isMonthly ? monthAround(day) : yearAround(day)
    const place: [number, number] = [Math.floor((day - first) / 7) + 1, -Math.floor((next - 1 - day) / 7) - 1]
    return today.some(({ nth }) => place.includes(nth))
  }
  return (day) =>
    (months.length === 0 || months.includes(monthOf(day) + 1)) &&
    isOnWeekDay(day) &&
    (monthDays.length === 0 || isOneOf(monthDays, placeIn(day, monthAround(day)))) &&
    (by.BYYEARDAY.length === 0 || isOneOf(by.BYYEARDAY, placeIn(day, yearAround(day)))) &&
    (by.BYWEEKNO.length === 0 || isOneOf(by.BYWEEKNO, weekNumbers(day, weekStart)))
}

/** A rule in turns: which turn a time is in, and the spans of time that a turn offers. */
type Turns = { turnOf: (wall: number) => number; spanOf: (turn: number) => [first: number, next: number] }

function turnsOf({ frequency, interval, weekStart }: Rule, start: number): Turns {
  const startDay = dayOf(start)
  if (frequency === 'YEARLY' || frequency === 'MONTHLY') {
    const [countOf, firstOf] = frequency === 'YEARLY' ? [yearOf, firstOfYear] : [monthCount, firstOfMonth]
    return {
      turnOf: (wall) => Math.floor((countOf(dayOf(wall)) - countOf(startDay)) / interval),
      spanOf: (turn) => {
        const at = countOf(startDay) + turn * interval
        return [firstOf(at) * days(1), firstOf(at + 1) * days(1)]
      },
    }
  }
  const lengths = {
    WEEKLY: days(7),
    DAILY: days(1),
    HOURLY: hours(1),
    MINUTELY: minutes(1),
    SECONDLY: seconds(1),
  }
  const length = lengths[frequency]
  const first = frequency === 'WEEKLY' ? weekOf(startDay, weekStart) * days(1) : Math.floor(start / length) * length
  return {
    turnOf: (wall) => Math.floor((wall - first) / (length * interval)),
    spanOf: (turn) => [first + turn * interval * length, first + turn * interval * length + length],
  }
}

/** The times of a day, or of the hour or minute that a turn is, in order. */
function timesOf({ frequency, by }: Rule, start: number): (from: number) => number[] {
  const within = (unit: number, size: number, wall: number) =>
    Math.floor(wall / unit) - Math.floor(wall / unit / size) * size
  const parts = [
    { unit: hours(1), size: 24, wanted: by.BYHOUR, isFree: ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(frequency) },
    { unit: minutes(1), size: 60, wanted: by.BYMINUTE, isFree: ['MINUTELY', 'SECONDLY'].includes(frequency) },
    { unit: seconds(1), size: 60, wanted: by.BYSECOND, isFree: frequency === 'SECONDLY' },
  ]
  return (from) => {
    let times = [dayOf(from) * days(1)]
    for (const { unit, size, wanted, isFree } of parts) {
      const own = within(unit, size, isFree ? from : start)
      const listed = wanted.length > 0 ? [...new Set(wanted)].sort((a, b) => a - b) : [own]
      const chosen = isFree ? listed.filter((one) => one === own) : listed
      times = times.flatMap((time) => chosen.map((one) => time + one * unit))
    }
    return times
  }
}

/** Wall times, and how many are wanted at most. */
export type Span = { from: number; to: number; until: number; most: number }
type Expanded = { walls: number[]; isStartOn: boolean }

/**
 * The times of a rule between two wall times, both included. Goes there by arithmetic, unless it counts.
 *
 * @param until the last time that it may be
 * @throws Unreadable when it takes too many steps
 */
export function expandRule(rule: Rule, start: number, { from, to, until, most }: Span): Expanded {
  const isOn = dayFilter(rule, start)
  const { turnOf, spanOf } = turnsOf(rule, start)
  const timesFrom = timesOf(rule, start)
  const isFine = ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(rule.frequency)
  const places = rule.by.BYSETPOS
  let steps = 0
  const wallsIn = (turn: number): number[] => {
    const [first, next] = spanOf(turn)
    const walls: number[] = []
    for (let at = first; at < next; at = isFine ? next : at + days(1)) {
      if (++steps > maxSteps) throw new Unreadable('It repeats too often to be counted')
      if (isOn(dayOf(at))) for (const wall of timesFrom(at)) walls.push(wall)
    }
    return places.length === 0
      ? walls
      : walls.filter((_, at) => places.includes(at + 1) || places.includes(at - walls.length))
  }
  const isStartOn = wallsIn(0).includes(start)
  const walls: number[] = []
  const last = Math.min(to, until)
  // The start is the first of those that are counted, also where it is not one of the rule's (RFC 5545, 3.3.10).
  let left = rule.count === undefined ? Number.POSITIVE_INFINITY : rule.count - (isStartOn ? 0 : 1)
  const firstTurn = rule.count === undefined ? Math.max(0, turnOf(Math.min(from, last)) - 1) : 0
  for (let turn = firstTurn; left > 0 && spanOf(turn)[0] <= last; turn++)
    for (const wall of wallsIn(turn)) {
      if (wall < start) continue
      if (wall > last || left-- <= 0 || walls.length >= most) return { walls, isStartOn }
      if (wall >= from) walls.push(wall)
    }
  return { walls, isStartOn }
}
