import { hours, minutes, seconds } from '@app/contracts/durations'
import { dateFormat } from '@app/school-time/date-format'

/** The clock of a zone. Wall times are milliseconds, as if what the clock shows were UTC. */
export type Zone = {
  /** The milliseconds by which the clock is ahead of UTC at an instant. */
  offsetAt: (instant: number) => number
}

export const fixedZone = (offset: number): Zone => ({ offsetAt: () => offset })
export const utc = fixedZone(0)

const zones = new Map<string, Zone | undefined>()
const maxZones = 500
const maxOffsets = 20_000
/** Clocks are changed at a full quarter. */
const quarter = minutes(15)

function clockOf(name: string): Zone | undefined {
  const two = 'numeric' as const
  const parts = { year: two, month: two, day: two, hour: two, minute: two, second: two }
  let format: Intl.DateTimeFormat
  try {
    format = dateFormat({ timeZone: name, hourCycle: 'h23', ...parts }, 'en-US')
  } catch {
    return undefined
  }
  const read = (time: number) => {
    const shown = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day, hour, minute, second } = shown
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / seconds(1)) * seconds(1)
  }
  const offsets = new Map<number, number>()
  const offsetAt = (instant: number) => {
    const at = Math.floor(instant / quarter)
    let offset = offsets.get(at)
    if (offset === undefined) {
      if (offsets.size >= maxOffsets) offsets.clear()
      offset = read(at * quarter)
      offsets.set(at, offset)
    }
    return offset
  }
  return { offsetAt }
}

/** The clock of a zone of IANA, in any case; of links and of `+05:00` as well. */
export function ianaZone(name: string): Zone | undefined {
  if (!zones.has(name)) {
    if (zones.size >= maxZones) zones.clear()
    zones.set(name, clockOf(name))
  }
  return zones.get(name)
}

export const wallAt = (zone: Zone, instant: number): number => instant + zone.offsetAt(instant)

/**
 * When a clock shows this. Of a time that it shows twice the first; of one that it skips, what it would show without the change
 * (RFC 5545, 3.3.5).
 */
export function instantAt(zone: Zone, wall: number): number {
  const before = zone.offsetAt(wall - hours(24))
  if (zone.offsetAt(wall - before) === before) return wall - before
  const after = zone.offsetAt(wall + hours(24))
  return zone.offsetAt(wall - after) === after ? wall - after : wall - before
}
