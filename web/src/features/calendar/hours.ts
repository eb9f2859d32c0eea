import type { TableSchema } from '@app/table-schema/schema'
import { capacityOf, occupyingFrom, overCapacity, overCapacityText } from '#lib/place-load'
import type { Entry } from './entries'

/** A record with a time of day, and where it is drawn among those of its day that overlap it. */
export type Placed = { entry: Entry; from: number; to: number; lane: number; lanes: number }

export const hourRem = 4

/** Shown at least, in hours of the day; lessons outside them widen the day. */
const usual = { from: 8, to: 18 }
/** A record without a length, in minutes. */
const assumedLength = 60
/** The shortest drawn length, in minutes, so that a time can be read. */
const shortest = 30

const endOf = ({ minute, minutes }: Entry) => Math.min(minute + Math.max(minutes ?? assumedLength, 1), 24 * 60)

export const isTimed = ({ time }: Entry) => time !== ''

/** The hours of the day that a grid of these entries has: `{ from: 8, to: 18 }`. */
export function hoursOf(entries: readonly Entry[]): { from: number; to: number } {
  const timed = entries.filter(isTimed)
  return {
    from: Math.min(usual.from, ...timed.map(({ minute }) => Math.floor(minute / 60))),
    to: Math.max(usual.to, ...timed.map((entry) => Math.ceil(endOf(entry) / 60))),
  }
}

/**
 * The timed entries of a day with the lane of each, in minutes of the day. Entries that overlap, also through others, share
 * the width; each takes the first lane that is free.
 */
export function placed(entries: readonly Entry[]): Placed[] {
  const rest = entries
    .filter(isTimed)
    .map((entry) => ({ entry, from: entry.minute, to: Math.max(endOf(entry), entry.minute + shortest) }))
    .sort((one, other) => one.from - other.from || other.to - one.to)
  const done: Placed[] = []
  let group: Omit<Placed, 'lanes'>[] = []
  let ends: number[] = []
  const close = () => {
    done.push(...group.map((each) => ({ ...each, lanes: ends.length })))
    group = []
    ends = []
  }
  for (const each of rest) {
    if (ends.length > 0 && each.from >= Math.max(...ends)) close()
    const free = ends.findIndex((end) => end <= each.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = each.to
    group.push({ ...each, lane })
  }
  close()
  return done
}

/** The entries whose place has too many people at their time, each with what to say. */
export function crowdedPlaces(schema: TableSchema, entries: readonly Entry[]): ReadonlyMap<string, string> {
  const all = entries.flatMap(({ record }) => occupyingFrom(record) ?? [])
  return new Map(
    all.flatMap((lesson) => {
      const capacity = capacityOf(schema, lesson.place)
      const most = overCapacity(lesson, all, capacity)
      return lesson.id === undefined || most === undefined ? [] : [[lesson.id, overCapacityText(most, capacity!)]]
    }),
  )
}

/** The ids of entries that take place at the same time as another one of the same instructor. */
export function doubleBooked(entries: readonly Entry[]): ReadonlySet<string> {
  const found = new Set<string>()
  const held = entries.filter((each) => isTimed(each) && !each.cancelled && each.record['instructor'])
  for (const [at, one] of held.entries())
    for (const other of held.slice(at + 1)) {
      const isSame = one.day === other.day && one.record['instructor'] === other.record['instructor']
      if (isSame && one.minute < endOf(other) && other.minute < endOf(one)) found.add(one.id).add(other.id)
    }
  return found
}
