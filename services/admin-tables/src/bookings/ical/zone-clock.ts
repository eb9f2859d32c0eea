import { hours, minutes } from '@app/contracts/durations'
import { zoneOffset } from '@app/school-time/school-day'

/** The clock of a zone. Wall times are milliseconds, as if what the clock shows were UTC. */
export type Zone = {
  /** The milliseconds by which the clock is ahead of UTC at an instant. */
  offsetAt: (instant: number) => number
}

export const fixedZone = (offset: number): Zone => ({ offsetAt: () => offset })
export const utc = fixedZone(0)

const zones = new Map<string, Zone | undefined>()
const maxZones = 500
/** Clocks are changed at a full quarter. */
const quarter = minutes(15)

function clockOf(name: string): Zone | undefined {
  try {
    return { offsetAt: zoneOffset(name, quarter) }
  } catch {
    return undefined
  }
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
