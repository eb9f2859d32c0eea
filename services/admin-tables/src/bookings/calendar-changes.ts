import { createHash } from 'node:crypto'
import type { CalendarEvent, EventsRead } from './calendar-events'
import type { Booking, SeenEvent } from './received-bookings'
import { newRow, type StoredRow } from './received-store'

/** So many events that go at once are rather an error of the calendar than canceled bookings. */
const fewGone = 5

export type CalendarChanges = { rows: StoredRow[]; seen: SeenEvent[]; isDoubtful: boolean }

const digestOf = ({ cells }: CalendarEvent) =>
  createHash('sha256').update(JSON.stringify(cells)).digest('base64url').slice(0, 22)

/**
 * The changes of a calendar since it was last fetched: events that are new or changed, those that came back, and those that
 * are gone before they began. Where most of them are gone, or where events could not be read that may be these, a person decides.
 */
export function calendarChanges(
  { events, unsure }: Pick<EventsRead, 'events' | 'unsure'>,
  known: readonly Booking[],
  now: number,
): CalendarChanges {
  const before = new Map(known.map((one) => [one.key, one]))
  const rows: StoredRow[] = []
  const seen: SeenEvent[] = []
  for (const event of events) {
    const digest = digestOf(event)
    const earlier = before.get(event.key)
    if (earlier?.seen === digest && !earlier.is_gone) continue
    rows.push(newRow(event.key, null, event.cells))
    seen.push({ key: event.key, seen: digest, endsAt: event.endsAt, isGone: false })
  }
  const present = new Set(events.map(({ key }) => key))
  const upcoming = known.filter((one) => !one.is_gone && one.ends_at!.getTime() > now)
  const gone = upcoming.filter(({ key }) => !present.has(key))
  const mayBeThere = (key: string) =>
    unsure === null || unsure.some((uid) => key === uid || key.startsWith(`${uid}/`) || key.startsWith(`${uid}#`))
  const isDoubtful = gone.length > fewGone && gone.length * 2 > upcoming.length
  for (const { key, seen: digest = '', ends_at } of gone) {
    const row = newRow(key, null, { UID: key, Status: 'REMOVED' })
    // The next calendar that can be read tells.
    if (mayBeThere(key)) continue
    rows.push(
      isDoubtful
        ? { ...row, state: 'waiting', reason: 'Most events are gone from the calendar. Was this one canceled?' }
        : row,
    )
    seen.push({ key, seen: digest, endsAt: ends_at!, isGone: true })
  }
  return { rows, seen, isDoubtful }
}
