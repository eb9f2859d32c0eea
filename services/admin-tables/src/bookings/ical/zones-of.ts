import { days } from '@app/contracts/durations'
import { schoolZone } from '@app/school-time/school-day'
import windowsZones from 'node-ical/windowsZones.json'
import { stampOf, stampsIn, Unreadable } from './calendar-time'
import { type CalendarParts, type Component, propertiesIn, valueIn } from './components'
import { expandRule, ruleOf } from './expand-rule'
import { fixedZone, ianaZone, utc, type Zone } from './zone-clock'

/** A zone, and whether its name says it for certain. */
type NamedZone = { zone: Zone; name: string; isGuess: boolean }

const folded = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('&amp;', '&')
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9+-]+/g, ' ')
    .trim()

/** `(UTC-05:00) `, `(GMT -08.00) `: how far, before the names of places. */
const offsetPrefix = /^\((?:utc|gmt)[^)]{0,12}\)\s*/i
/** Names that Windows has given places since: the same zone. */
const laterNames: Readonly<Record<string, string>> = {
  'pacific time us and canada': 'America/Los_Angeles',
  'coordinated universal time': 'UTC',
  'belgrade bratislava budapest ljubljana prague': 'Europe/Budapest',
}

/** CLDR's names of Windows' zones, and the titles that Outlook shows for them, with and without how far they are from UTC. */
const windows = new Map(Object.entries(laterNames))
for (const [name, { iana }] of Object.entries(windowsZones)) {
  const title = folded(name.replace(offsetPrefix, ''))
  for (const key of [folded(name), title]) if (!windows.has(key)) windows.set(key, iana[0]!)
}

/** Abbreviations as people write them: where clocks change, they mean the zone all year. India, Israel and Ireland share one. */
const abbreviations: Readonly<Record<string, string>> = {
  est: 'America/New_York',
  edt: 'America/New_York',
  et: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  ct: 'America/Chicago',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  mt: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  pt: 'America/Los_Angeles',
  akst: 'America/Anchorage',
  akdt: 'America/Anchorage',
  hst: 'Pacific/Honolulu',
  nst: 'America/St_Johns',
  ndt: 'America/St_Johns',
  bst: 'Europe/London',
  cet: 'Europe/Paris',
  cest: 'Europe/Paris',
  mez: 'Europe/Berlin',
  mesz: 'Europe/Berlin',
  eet: 'Europe/Athens',
  eest: 'Europe/Athens',
  wet: 'Europe/Lisbon',
  west: 'Europe/Lisbon',
  msk: 'Europe/Moscow',
  jst: 'Asia/Tokyo',
  kst: 'Asia/Seoul',
  awst: 'Australia/Perth',
  acst: 'Australia/Adelaide',
  acdt: 'Australia/Adelaide',
  aest: 'Australia/Sydney',
  aedt: 'Australia/Sydney',
  nzst: 'Pacific/Auckland',
  nzdt: 'Pacific/Auckland',
  sast: 'Africa/Johannesburg',
}

const languages = ['en', 'es', 'de', 'fr', 'it', 'pt', 'nl']
const moments = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)]
/** Whose names are meant where zones share one: "Central Time" is Chicago's. */
const firstNamed = [
  ...['America/Los_Angeles', 'America/New_York', 'America/Chicago', 'America/Denver', 'America/Anchorage'],
  ...['Pacific/Honolulu', 'America/Halifax', 'Europe/London', 'Europe/Berlin', 'Europe/Athens', 'Europe/Moscow'],
  ...['Asia/Tokyo', 'Asia/Kolkata', 'Asia/Shanghai', 'Australia/Sydney', 'Australia/Perth', 'Pacific/Auckland'],
]
let longNames: ReadonlyMap<string, string> | undefined

/** The full names of the zones: "Pacific Daylight Time", "Mitteleuropäische Zeit". Made when a calendar first needs them. */
function namesInFull(): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const zone of firstNamed)
    for (const language of languages)
      for (const timeZoneName of ['long', 'longGeneric'] as const) {
        const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName })
        for (const moment of moments) {
          const parts = format.formatToParts(moment)
          const name = parts.find(({ type }) => type === 'timeZoneName')?.value.toLowerCase()
          if (name && !names.has(name)) names.set(name, zone)
        }
      }
  return names
}

/** Windows lists zones by standard time only; some programs write the name of their summer time: "Romance Daylight Time". */
const summerTime = /\b(?:daylight|summer) time\b/i
/** The end that programs add to a name that they have already: "America/New_York-1", "Eastern Standard Time (2)". */
const copied = /(?:[-_ ]\d{1,2}|\([^()]{1,30}\))$/

const known = (name: string): NamedZone | undefined => {
  const zone = ianaZone(name)
  return zone && { zone, name, isGuess: false }
}
const guessed = (name: string | undefined): NamedZone | undefined =>
  name === undefined ? undefined : { zone: ianaZone(name)!, name, isGuess: true }

/** `America/New York`, `US-Pacific`, and what vendors put before a name: `/mozilla.org/20050126_1/Europe/Berlin`. */
function ianaNamed(text: string): NamedZone | undefined {
  const joined = text.replaceAll(' ', '_')
  const direct = known(joined) ?? known(joined.replace('-', '/')) ?? known(joined.replaceAll('-', '_'))
  if (direct) return direct
  const parts = joined.split('/')
  for (const count of [3, 2, 1]) {
    if (parts.length <= count) continue
    const found = known(parts.slice(-count).join('/'))
    if (found) return found
  }
  return undefined
}

/** `UTC-05:00`, `GMT+1`, `-0800`. */
function offsetNamed(text: string): NamedZone | undefined {
  const [, sign, hour, minute = '0'] = /^\(?(?:utc|gmt)?\s?([+\u2212-])\s?(\d{1,2})[:.]?(\d{2})?\)?$/i.exec(text) ?? []
  if (sign === undefined || Number(hour) > 14 || Number(minute) > 59) return undefined
  const ahead = (Number(hour) * 60 + Number(minute)) * 60_000
  return { zone: fixedZone(sign === '+' ? ahead : -ahead), name: text, isGuess: false }
}

let cities: ReadonlyMap<string, string> | undefined
const zoneOfCity = (name: string) => {
  cities ??= new Map(Intl.supportedValuesOf('timeZone').map((zone) => [folded(zone.split('/').at(-1)!), zone]))
  return cities.get(folded(name))
}

/** Windows lists places after how far they are from UTC, other ones in each version: `(UTC+01:00) Berlin, Rome`. */
function cityNamed(prefix: string, places: string): NamedZone | undefined {
  const [, sign = '+', hour = '0', minute = '0'] = /([+-])(\d{1,2})[:.]?(\d{2})?/.exec(prefix) ?? []
  const ahead = (Number(hour) * 60 + Number(minute)) * (sign === '-' ? -60_000 : 60_000)
  const named = places.split(/[,;]| - /).map(zoneOfCity)
  return guessed(named.find((name) => name && moments.some((moment) => ianaZone(name)!.offsetAt(moment) === ahead)))
}

const isUtc = /^\(?(?:z|utc|uct|gmt|zulu|universal)0?\)?$/i

/**
 * The zone that a calendar names. First IANA's own names, which differ from abbreviations in their length or their slash; then those
 * of vendors and of Windows; then what people write.
 */
function zoneNamed(given: string): NamedZone | undefined {
  const text = given
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\ufeff"\\]/g, '')
    .replaceAll(/%2f/gi, '/')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text === '' || text.length > 200) return undefined
  if (isUtc.test(text)) return { zone: utc, name: 'UTC', isGuess: false }
  const offset = offsetNamed(text)
  if (offset) return offset
  const short = abbreviations[text.toLowerCase()]
  if (short !== undefined) return guessed(short)
  const title = folded(text.replace(offsetPrefix, ''))
  const byWindows = windows.get(folded(text)) ?? windows.get(title)
  const found = ianaNamed(text) ?? (byWindows === undefined ? undefined : known(byWindows))
  if (found) return found
  const [prefix = ''] = offsetPrefix.exec(text) ?? []
  const rest = text.slice(prefix.length)
  if (prefix !== '' && rest !== '') return zoneNamed(rest) ?? cityNamed(prefix, rest)
  return guessed(nameInFull(text)) ?? partNamed(text)
}

function nameInFull(text: string): string | undefined {
  longNames ??= namesInFull()
  const name = text.toLowerCase().replace(/^us /, '')
  const winter = summerTime.test(text) ? windows.get(folded(text.replace(summerTime, 'Standard Time'))) : undefined
  return longNames.get(name) ?? longNames.get(`${name} time`) ?? winter
}

/** The zone of a part of a name: without its number, behind the name of a vendor, the city of "Eastern Time - New York". */
function partNamed(text: string): NamedZone | undefined {
  const base = text.replace(copied, '').trimEnd()
  if (base !== text && !/\b(?:utc|gmt)\b/i.test(base)) return zoneNamed(base)
  if (text.includes('/')) return zoneNamed(text.slice(text.lastIndexOf('/') + 1))
  return guessed(zoneOfCity(text.split(' - ').at(-1)!))
}

/** The zones of one calendar, by the names that it uses. */
export type Zones = {
  /** @throws Unreadable for an unknown name */
  named: (name: string) => Zone
  /** Of times without a zone. @throws Unreadable */
  floating: () => Zone
  /** Notes for people on how names were read. */
  notes: () => string[]
}
/** By name: the zone of IANA that a person has said it is. */
export type ChosenZones = Readonly<Record<string, string>>

const year = days(366)

/** The distance from UTC: `-0800`, `+053000`. */
function offsetOf(part: Component, name: string): number {
  const text = valueIn(part, name)
  const [, sign, hour, minute] = /^([+-])(\d\d):?(\d\d)(?::?\d\d)?$/.exec(text) ?? []
  if (sign === undefined) throw new Unreadable(`“${text}” is no offset`)
  const ahead = (Number(hour) * 60 + Number(minute)) * 60_000
  return sign === '-' ? -ahead : ahead
}

/** The clock that a calendar describes itself; `undefined` where it describes none that can be followed. */
function describedZone({ parts }: Component): Zone | undefined {
  try {
    const changes = parts.map((part) => {
      const start = stampOf(valueIn(part, 'DTSTART')).wall
      const rules = propertiesIn(part, 'RRULE').map(({ value }) => ruleOf(value))
      const extra = propertiesIn(part, 'RDATE').flatMap((one) => stampsIn(one))
      const before = offsetOf(part, 'TZOFFSETFROM')
      const walls = [start, ...extra.map(({ wall }) => wall)]
      return { start, rules, walls, before, after: offsetOf(part, 'TZOFFSETTO') }
    })
    if (changes.length === 0) return undefined
    const latest = new Map<number, { at: number; after: number; before: number }[]>()
    /** The changes around a year, in order. */
    const around = (at: number) => {
      const found = changes.flatMap(({ start, rules, walls, before, after }) => {
        const span = { from: at - 2 * year, to: at + year, most: 100 }
        const repeated = rules.flatMap((rule) => {
          const { until: end } = rule
          const until = end === undefined ? span.to : end.offset === undefined ? end.wall : end.wall + before
          return expandRule(rule, start, { ...span, until }).walls
        })
        return [...walls, ...repeated].map((wall) => ({ at: wall - before, after, before }))
      })
      return found.sort((one, other) => one.at - other.at)
    }
    const offsetAt = (instant: number) => {
      const key = Math.floor(instant / year)
      const list = latest.get(key) ?? around(key * year + year / 2)
      latest.set(key, list)
      return list.findLast(({ at }) => at <= instant)?.after ?? list[0]!.before
    }
    offsetAt(Date.UTC(2026, 0, 1))
    return { offsetAt }
  } catch {
    return undefined
  }
}

/**
 * The zones of a calendar. IANA's rules count before those that the calendar holds itself, which are often outdated; what a
 * calendar only seems to mean is noted; an unknown name is no zone.
 */
export function zonesOf({ zones: described, zone: own }: CalendarParts, chosen: ChosenZones): Zones {
  const found = new Map<string, Zone | undefined>()
  const notes = new Set<string>()
  const find = (name: string): Zone | undefined => {
    const choice = chosen[name]
    const byPerson = choice === undefined ? undefined : ianaZone(choice)
    if (byPerson) return byPerson
    const byName = zoneNamed(name)
    if (byName && !byName.isGuess) return byName.zone
    const block = described.find((one) => valueIn(one, 'TZID') === name)
    const location = block && zoneNamed(valueIn(block, 'X-LIC-LOCATION'))
    if (location && !location.isGuess) return location.zone
    const zone = block && describedZone(block)
    if (zone) return zone
    if (byName) notes.add(`The time zone “${name}” is read as ${byName.name}`)
    return byName?.zone
  }
  const named = (given: string): Zone => {
    const name = given.trim()
    if (!found.has(name)) found.set(name, find(name))
    const zone = found.get(name)
    if (!zone) throw new Unreadable(`Its time zone “${name.slice(0, 100)}” is not known`, name)
    return zone
  }
  return {
    named,
    floating() {
      if (own === undefined || own === '') return ianaZone(schoolZone)!
      const zone = named(own)
      if (own !== schoolZone) notes.add(`Times without a time zone are read in the calendar's own, ${own}`)
      return zone
    },
    notes: () => [...notes],
  }
}
