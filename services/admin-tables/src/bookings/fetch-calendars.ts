import { createHash } from 'node:crypto'
import { AppError } from '@app/contracts/errors'
import type { CalendarRead } from '@app/contracts/incoming-hooks'
import type { Fetched } from '../events/send'
import { type CalendarEvent, CalendarFault, type EventsRead, type ReadCalendar } from './calendar-events'
import { type IncomingHookStore, type StoredHook, zonesIn } from './incoming-hook-store'
import type { Booking, ReceivedBookings, SeenEvent } from './received-bookings'
import { newRow, type ReceivedStore, type StoredReceived, type StoredRow } from './received-store'

/** So many events that go at once are rather an error of the calendar than canceled bookings. */
const fewGone = 5

type CalendarChanges = { rows: StoredRow[]; seen: SeenEvent[] }

const digestOf = ({ cells }: CalendarEvent) =>
  createHash('sha256').update(JSON.stringify(cells)).digest('base64url').slice(0, 22)

/**
 * The changes of a calendar since it was last fetched: events that are new or changed, those that came back, and those that
 * are gone before they began. Where most of them are gone, or where events could not be read that may be these, a person decides.
 */
function calendarChanges(
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
    // The next calendar that can be read tells.
    if (mayBeThere(key)) continue
    const row = newRow(key, null, { UID: key, Status: 'REMOVED' })
    const doubt = 'Most events are gone from the calendar. Was this one canceled?'
    rows.push(isDoubtful ? { ...row, state: 'waiting', reason: doubt } : row)
    seen.push({ key, seen: digest, endsAt: ends_at!, isGone: true })
  }
  return { rows, seen }
}

const rowsPerDelivery = 100

type Deps = {
  hooks: Pick<IncomingHookStore, 'takeCalendar' | 'addressOf' | 'noteFetch' | 'noteDelivery' | 'find'>
  received: Pick<ReceivedStore, 'add' | 'settle'>
  bookings: Pick<ReceivedBookings, 'upcoming' | 'noteSeen'>
  fetchBytes: (url: string, headers: Record<string, string>) => Promise<Fetched>
  readCalendar: ReadCalendar
  begin: (delivery: StoredReceived) => Promise<void>
  onError: (error: unknown) => void
  now?: () => number
}

/** Why a calendar was not read, for the person who subscribed. */
function faultOf({ status, error }: Fetched): string | undefined {
  if (error !== null) return error
  if (status === 401 || status === 403) return `The address is refused (${status}). Is it still the right one?`
  if (status === 404 || status === 410) return `There is no calendar at the address any more (${status})`
  return status === 200 ? undefined : `The server answered ${status}`
}

/** Fetches subscribed calendars. What has changed since becomes a delivery, as if it had been sent. */
export function calendarFetcher({
  hooks,
  received,
  bookings,
  fetchBytes,
  readCalendar,
  begin,
  onError,
  now = Date.now,
}: Deps) {
  /** Deliveries first, then what was seen: a crash in between repeats what then changes nothing. */
  async function take(hook: StoredHook, { body, charset }: Fetched): Promise<CalendarRead> {
    const id = hook._id.toHexString()
    const { events, unsure, ...read } = await readCalendar(body, charset, zonesIn(hook))
    const known = await bookings.upcoming(id, new Date(now()))
    const { rows, seen } = calendarChanges({ events, unsure }, known, now())
    for (let at = 0; at < rows.length; at += rowsPerDelivery) {
      await deliver(hook, rows.slice(at, at + rowsPerDelivery))
      await bookings.noteSeen(id, seen.slice(at, at + rowsPerDelivery))
    }
    return read
  }

  async function deliver(hook: StoredHook, rows: StoredRow[]): Promise<void> {
    const id = hook._id.toHexString()
    const delivery = await received.add(id, hook.state === 'active' ? 'new' : 'kept', rows)
    if (!delivery) throw new CalendarFault('Too many deliveries are not imported yet')
    await hooks.noteDelivery(id)
    if (delivery.state === 'kept') return
    if (rows.some(({ state }) => state === 'new')) await begin(delivery).catch(() => {})
    else await received.settle(delivery._id.toHexString())
  }

  async function fetchOne(hook: StoredHook): Promise<void> {
    const address = hooks.addressOf(hook)
    if (address === undefined) return hooks.noteFetch(hook, 'Its address cannot be read. Enter it again')
    const fetched = await fetchBytes(address, { accept: 'text/calendar', 'user-agent': 'archery-school-calendar' })
    const fault = faultOf(fetched)
    if (fault !== undefined) return hooks.noteFetch(hook, fault)
    try {
      await hooks.noteFetch(hook, null, await take(hook, fetched))
    } catch (error) {
      if (!(error instanceof CalendarFault) && !(error instanceof AppError)) throw error
      await hooks.noteFetch(hook, error.message)
    }
  }

  /** Fetches what is due. */
  return async (): Promise<void> => {
    for (let hook = await hooks.takeCalendar(); hook; hook = await hooks.takeCalendar())
      await fetchOne(hook).catch(onError)
  }
}
