import { days } from '@app/contracts/durations'
import { schoolZone } from '@app/school-time/school-day'
import { stampOf, stampsIn, Unreadable } from './calendar-time'
import { type CalendarParts, type Component, propertiesIn, valueIn } from './components'
import { expandRule, ruleOf } from './expand-rule'
import { ianaZone, type Zone } from './zone-clock'
import { zoneNamed } from './zone-names'

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
