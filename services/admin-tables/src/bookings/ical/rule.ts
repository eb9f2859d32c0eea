import { days } from '@app/contracts/durations'
import { type Stamp, stampOf, Unreadable } from './calendar-time'

const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
type Frequency = (typeof frequencies)[number]
/** A day of the week, Monday as 0; `nth` in the month or the year, 0 for each. */
type WeekDay = { day: number; nth: number }
export type Rule = {
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
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7
export const dayOf = (wall: number): number => Math.floor(wall / days(1))
