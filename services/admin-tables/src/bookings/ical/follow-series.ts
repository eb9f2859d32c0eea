import { days } from '@app/contracts/durations'
import type { Moment } from './calendar-time'
import { type Component, propertyIn, valueIn } from './components'
import {
  datesOf,
  inexact,
  instantOf,
  isRepeating,
  isWithin,
  meant,
  momentOf,
  type Occurrence,
  occurrenceOf,
  quoted,
  type Timed,
  timedOf,
  titleOf,
  type Window,
} from './series'
import { instantAt, wallAt } from './zone-clock'
import type { Zones } from './zones-of'

export type KeyedOccurrence = Occurrence & { key: string }
/** Of each event of a series: its dates, or why it has none. */
type Followed = {
  occurrences: KeyedOccurrence[]
  unread: { item: Component; error: unknown }[]
  /** Former versions of events that are there. */
  repeated: Component[]
  /** True if several events share a UID that should name one. */
  isShared: boolean
}

type Change = { item: Component; id: Moment; timed: Timed | undefined; isAndFuture: boolean }
type Told = (note: string) => void

const versionOf = (item: Component) =>
  [valueIn(item, 'SEQUENCE').padStart(10, '0'), valueIn(item, 'LAST-MODIFIED') || valueIn(item, 'DTSTAMP')] as const

/** The latest version of each event: by SEQUENCE, and of those at the same time by when it was changed. */
function latest(masters: readonly Timed[]): Timed[] {
  const newest = masters
    .map(({ item }) => versionOf(item)[0])
    .sort()
    .at(-1)
  const byStart = new Map<number, Timed[]>()
  for (const one of masters.filter(({ item }) => versionOf(item)[0] === newest)) {
    const at = instantOf(one.start)
    const others = byStart.get(at) ?? []
    const [other] = others
    const changed = versionOf(one.item)[1]
    const latestChange = other ? versionOf(other.item)[1] : ''
    // Two titles at the same time and of the same version are two events.
    if (!other || changed > latestChange) byStart.set(at, [one])
    else if (changed === latestChange)
      byStart.set(at, [...others.filter(({ item }) => titleOf(item) !== titleOf(one.item)), one])
  }
  return [...byStart.values()].flat()
}

/** The latest version of each change of a single date. */
function latestChanges(changes: readonly Change[]): Change[] {
  const byDate = new Map<string, Change>()
  for (const one of changes) {
    const at = `${instantOf(one.id)} ${one.isAndFuture}`
    const other = byDate.get(at)
    if (!other || versionOf(one.item).join() >= versionOf(other.item).join()) byDate.set(at, one)
  }
  return [...byDate.values()]
}

const iso = (instant: number) => new Date(instant).toISOString()

/** The date of a series as "this and future" says: later by as much as the date that it names, which was at `named`. */
function moved(original: number, named: number, { timed }: Change): Occurrence | undefined {
  if (!timed) return undefined
  const { zone } = timed.start
  const later = timed.start.wall - wallAt(zone, named)
  return occurrenceOf(timed, original, wallAt(zone, original) + later)
}

function* datesWith(
  master: Timed,
  { window, zones, tell }: { window: Window; zones: Zones; tell: Told },
  changes: Change[],
): Generator<Occurrence> {
  const future = changes.filter(({ isAndFuture }) => isAndFuture)
  const margin = Math.max(
    0,
    ...future.map(({ timed, id }) => (timed ? Math.abs(instantOf(timed.start) - instantOf(id)) : 0)),
  )
  const dates = datesOf(master, { from: window.from - margin, to: window.to + margin }, zones, tell)
  const isInWindow = ({ id }: Change) => instantOf(id) >= window.from && instantOf(id) <= window.to
  const found = ({ id, item }: Change) => meant(dates, id, master.start, () => tell(inexact(item)))
  /** A day is meant at the usual time. */
  const usual = ({ id }: Change) =>
    id.isDate && !master.start.isDate
      ? instantAt(master.start.zone, id.wall + (master.start.wall % days(1)))
      : instantOf(id)
  const since = future
    .map((change) => {
      const named = found(change)
      if (named === undefined && isInWindow(change))
        tell(`${quoted(change.item)} moves all dates from one on that is none of its dates`)
      return { change, named: named ?? usual(change) }
    })
    .sort((one, other) => one.named - other.named)
  for (const change of changes) {
    const { id, timed, item, isAndFuture } = change
    if (isAndFuture) continue
    const original = found(change)
    if (original !== undefined) dates.delete(original)
    else if (isInWindow(change)) tell(`A changed date of ${quoted(item)} is none of its dates. It is shown as well`)
    if (timed) yield occurrenceOf(timed, original ?? instantOf(id), timed.start.wall)
  }
  for (const [original, wall] of [...dates].sort(([one], [other]) => one - other)) {
    const rest = since.findLast(({ named }) => named <= original)
    const occurrence = rest ? moved(original, rest.named, rest.change) : occurrenceOf(master, original, wall)
    if (occurrence) yield occurrence
  }
}

/**
 * The dates of the events that share a UID: those that an event repeats on, without those that are left out, and with what is said
 * about single ones.
 *
 * @param name what the events are known by
 */
export function followSeries(
  name: string,
  items: readonly Component[],
  context: { window: Window; zones: Zones; tell: Told },
): Followed {
  const { zones, tell, window } = context
  const unread: Followed['unread'] = []
  const masters: Timed[] = []
  const changes: Change[] = []
  for (const item of items) {
    let timed: Timed | undefined
    let failure: unknown
    try {
      timed = timedOf(item, zones, tell)
    } catch (error) {
      failure = error
    }
    let id: Moment | undefined
    try {
      id = momentOf(item, 'RECURRENCE-ID', zones, timed?.start.isDate ? undefined : timed?.start.zone)
    } catch (error) {
      failure ??= error
      timed = undefined
    }
    if (failure !== undefined) unread.push({ item, error: failure })
    const range = propertyIn(item, 'RECURRENCE-ID')?.params['RANGE']?.trim().toUpperCase()
    const isAndFuture = range === 'THISANDFUTURE'
    if (range === 'THISANDPRIOR')
      tell(`${quoted(item)} changes all earlier dates. Only the one that it names is changed`)
    if (id && isRepeating(item)) tell(`How a changed date of ${quoted(item)} repeats is left out`)
    if (id) changes.push({ item, id, timed, isAndFuture })
    else if (timed) masters.push(timed)
  }
  const counted = latest(masters)
  const applied = latestChanges(changes)
  const isShared = counted.length > 1
  if (isShared) tell(`${counted.length} events share one UID. They are told apart by when they begin`)
  const found = new Map<string, KeyedOccurrence>()
  let left = applied
  /** Changes of what is not there, or cannot be read. */
  const alone: Change[] = counted.length === 0 ? applied : []
  for (const [at, master] of counted.entries()) {
    const earlier = counted.slice(0, at).filter(({ start }) => instantOf(start) === instantOf(master.start)).length
    const place = earlier > 0 ? `#${earlier + 1}` : ''
    const prefix = isShared ? `${name}#${iso(instantOf(master.start))}${place}` : name
    // Of several, the last takes what none of the others has.
    const isLast = at === counted.length - 1
    let own = left
    try {
      if (!isLast && left.length > 0) {
        const dates = datesOf(master, window, zones, () => {})
        own = left.filter(({ id }) => meant(dates, id, master.start) !== undefined)
      }
      left = left.filter((one) => !own.includes(one))
      const hasDates = isRepeating(master.item) || own.length > 0
      for (const one of datesWith(master, context, own)) {
        const key = hasDates ? `${prefix}/${iso(one.original)}` : prefix
        if (isWithin(one, window)) found.set(key, { ...one, key })
      }
    } catch (error) {
      unread.push({ item: master.item, error })
      if (isLast) alone.push(...own)
    }
  }
  for (const { timed, id } of alone) {
    const one = timed && occurrenceOf(timed, instantOf(id), timed.start.wall)
    const key = `${name}/${iso(instantOf(id))}`
    if (one && isWithin(one, window)) found.set(key, { ...one, key })
  }
  const used = new Set([...counted.map(({ item }) => item), ...applied.map(({ item }) => item)])
  const isUnread = new Set(unread.map(({ item }) => item))
  const repeated = items.filter((item) => !used.has(item) && !isUnread.has(item))
  return { occurrences: [...found.values()], unread, repeated, isShared }
}
