import { minuteOfDay, schoolDay, timeOfDay } from '@app/school-time/school-day'

/** The order of dates that could begin with the month or with the day. */
export type DateOrder = { dayFirst?: boolean | undefined }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthNames =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const weekday = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? +/i
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const gap = '[ ./-]+'
const dayFormat = '(\\d{1,2})(?:st|nd|rd|th)?'
const yearFormat = "'?(\\d{4}|\\d{2})"
const ofMonthName = {
  first: new RegExp(`^(${monthNames})\\.?(?:${gap})?${dayFormat}(?:, *|${gap})${yearFormat}$`, 'i'),
  second: new RegExp(
    `^${dayFormat}(?: of)?(?:${gap})?(${monthNames})\\.?(?:, *|${gap}|(?=\\d{4}$))${yearFormat}$`,
    'i',
  ),
  last: new RegExp(`^(\\d{4})${gap}(${monthNames})\\.?${gap}${dayFormat}$`, 'i'),
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** Beyond these, the year is one of another calendar (2544 in Thailand, 1380 in Iran), or what a program writes for none (0001). */
const firstYear = 1850
const lastYear = 2199

/** A day that is one: not February 30. */
function dayFrom(year: number, month: number, day: number): string | undefined {
  if (year < firstYear || year > lastYear) return undefined
  const text = `${pad(year, 4)}-${pad(month)}-${pad(day)}`
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

/** Years of two digits, as spreadsheets read them: 00 to 29 are of this century. */
const fullYear = (text: string) => Number(text) + (text.length > 2 ? 0 : Number(text) < 30 ? 2_000 : 1_900)
const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

const slashes = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/

/** The days that spreadsheets count from the last ones of 1899, as they come where a date has lost its format. */
const serial = /^(\d{5})(?:\.(\d+))?$/
const firstSerial = 10_000
const lastSerial = 73_050

export const isSerial = (text: string): boolean => {
  const days = Number(serial.exec(text)?.[1])
  return days >= firstSerial && days <= lastSerial
}

function dayOfSerial(text: string): string {
  const date = new Date(Date.UTC(1899, 11, 30))
  date.setUTCDate(date.getUTCDate() + Number(text.split('.')[0]))
  return date.toISOString().slice(0, 10)
}

/** A date without what may stand around it: a weekday, a comma, the apostrophe that keeps a spreadsheet from reading it. */
export const plainDay = (text: string): string =>
  text
    .replace(/^'(?=\w)/, '')
    .replace(weekday, '')
    .replace(/,$/, '')

/**
 * The order that a date shows: `month` or `day` where only one of them can come first, or is on the weekday that is named; `either` where
 * both can and mean two days; `undefined` for other texts.
 */
export function orderIn(text: string): 'month' | 'day' | 'either' | undefined {
  const date = splitTime(text)?.date ?? text
  const [, one, , other, year] = slashes.exec(plainDay(date)) ?? []
  if (!one || !other || !year || Number(one) === Number(other)) return undefined
  if (Number(one) > 12) return Number(other) > 12 ? undefined : 'day'
  if (Number(other) > 12) return 'month'
  const named = weekday.exec(date.replace(/^'/, ''))?.[0].slice(0, 3).toLowerCase()
  const isOn = (month: string, day: string) =>
    weekdays[new Date(`${dayFrom(fullYear(year), Number(month), Number(day))}T00:00:00Z`).getUTCDay()] === named
  if (!named || isOn(one, other) === isOn(other, one)) return 'either'
  return isOn(one, other) ? 'month' : 'day'
}

/** A day of the calendar as people and programs write it. */
function dayIn(given: string, { dayFirst }: DateOrder): string | undefined {
  const text = plainDay(given)
  const [, year = '', month, day] =
    /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/.exec(text)?.toSpliced(2, 1) ??
    /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(text) ??
    []
  if (year) return dayFrom(Number(year), Number(month), Number(day))
  const [, one, , other, last] = slashes.exec(text) ?? []
  if (last) {
    // Where only one order gives a day, that is meant.
    const order = orderIn(given)
    // With points most countries write the day first, and some programs the month: it has to be said.
    if (order === 'either' && dayFirst === undefined && text.includes('.')) return undefined
    const isDayFirst = order === 'day' || (order === 'either' && dayFirst)
    return isDayFirst
      ? dayFrom(fullYear(last), Number(other), Number(one))
      : dayFrom(fullYear(last), Number(one), Number(other))
  }
  const [, nameFirst, dayAfter, yearAfter] = ofMonthName.first.exec(text) ?? []
  if (nameFirst) return dayFrom(fullYear(yearAfter!), monthOf(nameFirst), Number(dayAfter))
  const [, dayBefore, nameSecond, yearLast] = ofMonthName.second.exec(text) ?? []
  if (nameSecond) return dayFrom(fullYear(yearLast!), monthOf(nameSecond), Number(dayBefore))
  const [, yearFirst, nameLast, dayLast] = ofMonthName.last.exec(text) ?? []
  if (nameLast) return dayFrom(Number(yearFirst), monthOf(nameLast), Number(dayLast))
  return isSerial(text) ? dayOfSerial(text) : undefined
}

const zones: Readonly<Record<string, string>> = {
  z: 'Z',
  utc: 'Z',
  gmt: 'Z',
  pst: '-08:00',
  pdt: '-07:00',
  mst: '-07:00',
  mdt: '-06:00',
  cst: '-06:00',
  cdt: '-05:00',
  est: '-05:00',
  edt: '-04:00',
}
const time =
  /^(.*?)(?:[ T]|, *| at | ?@ ?| - )(?:at )?(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?(?: ?(a|p)\.?m?\.?)?(?: ?(z|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?|utc|gmt|[pmce][sd]t))?(?: ?\([^)]*\))?$/i
/** `20261205T093000Z`, as calendars write it. */
const compactTime = /^(\d{8})T?(\d{2})(\d{2})(\d{2})?(Z)?$/i
/** `Sat Dec 5 09:30:00 PST 2026`, as Unix writes it. */
const yearBehind = /^((?:[a-z]{3} )?[a-z]{3} \d{1,2})( \d{2}:\d{2}:\d{2}(?: [a-z]{3})?) (\d{4})$/i
/** As the others write it. */
const usualTime = (text: string) =>
  text
    .replace(compactTime, (_, day: string, h: string, m: string, s = '00', z = '') => `${day} ${h}:${m}:${s}${z}`)
    .replace(yearBehind, '$1 $3$2')

/** No date with its time is longer, and the pattern looks at a text from each of its places. */
const longest = 200

/** `+01:00` of `GMT+1`, `+01` and `+0100`. */
const offsetOf = (given: string) =>
  given.replace(
    /^.*?([+-])(\d{1,2})(?::?(\d{2}))?$/,
    (_, sign: string, h: string, m = '00') => `${sign}${h.padStart(2, '0')}:${m}`,
  )

type Time = { date: string; hour: number; minute: number; second: number; zone: string | undefined }

/** A date with a time behind it, `undefined` where there is none; an hour alone is a time only with am or pm. */
function splitTime(text: string): Time | undefined | null {
  if (text.length > longest) return null
  const [, date = '', hours = '', minutes, seconds, , half, given] = time.exec(usualTime(text)) ?? []
  if (!hours || (minutes === undefined && !half)) return undefined
  const hour = Number(hours)
  const minute = Number(minutes ?? 0)
  const second = Number(seconds ?? 0)
  if (minute > 59 || second > 59 || hour > (half ? 12 : 23) || (half && hour === 0)) return null
  // "9:30-11:00" is from when to when.
  const isSpan = given?.startsWith('-') && seconds === undefined && !/\dT\d| -\d{4}\b/i.test(text)
  if (isSpan) return null
  const zone = given && (zones[given.toLowerCase()] ?? offsetOf(given))
  const shift = half?.toLowerCase() === 'p' ? 12 : 0
  return { date: date.replace(/,$/, '').trim(), hour: half ? (hour % 12) + shift : hour, minute, second, zone }
}

/** `undefined` in the hour that the clock skips in spring. */
function schoolInstant(day: string, minute: number): Date | undefined {
  const at = timeOfDay(day, minute)
  return minuteOfDay(at.getTime()) === minute % (24 * 60) ? at : undefined
}

function instantFrom(day: string, { hour, minute, second, zone }: Time): Date | undefined {
  if (!zone) {
    const at = schoolInstant(day, hour * 60 + minute)
    return at && new Date(at.getTime() + second * 1_000)
  }
  const at = new Date(`${day}T${pad(hour)}:${pad(minute)}:${pad(second)}${zone}`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** The day of a text in a field for days; of a time, the day that it is at the school. */
export function writtenDay(text: string, order: DateOrder = {}): string | undefined {
  const split = splitTime(text)
  if (split === null) return undefined
  if (!split) return dayIn(text, order)
  const day = dayIn(split.date, order)
  // Programs write a day as its midnight in UTC.
  const isMidnight = split.hour + split.minute + split.second === 0
  if (!day || !split.zone || isMidnight) return day
  const at = instantFrom(day, split)
  return at && schoolDay(at.getTime())
}

/** The instant of a text. A time without a zone is the school's: people copy it from their own lists. */
export function writtenInstant(text: string, order: DateOrder = {}): string | undefined {
  if (isSerial(text)) {
    const minutes = Math.round(Number(`0.${text.split('.')[1] ?? 0}`) * 24 * 60)
    return schoolInstant(dayOfSerial(text), minutes)?.toISOString()
  }
  const split = splitTime(text)
  if (split === null) return undefined
  const day = dayIn(split ? split.date : text, order)
  if (!day) return undefined
  return instantFrom(day, split ?? { date: '', hour: 0, minute: 0, second: 0, zone: undefined })?.toISOString()
}
