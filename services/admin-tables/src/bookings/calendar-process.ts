import { seconds } from '@app/contracts/durations'
import { runReader } from '@app/reader/run-reader'
import { type CalendarEvent, CalendarFault, type ReadCalendar } from './calendar-events'

const limits = { timeoutMs: seconds(15), maxBytes: 190 * 1024 * 1024 }

/** Reads calendars in a process of its own. `program` is the path of `calendar-reader`. */
export const calendarProcess =
  (program: string, within = limits): ReadCalendar =>
  async (text) => {
    const { isDone, isRefused, output, message } = await runReader(program, new TextEncoder().encode(text), within)
    if (!isDone) throw new CalendarFault(isRefused ? message : 'The calendar takes too long to read')
    const { events, unread } = JSON.parse(new TextDecoder().decode(output)) as {
      events: CalendarEvent[]
      unread: number
    }
    return { events: events.map((one) => ({ ...one, endsAt: new Date(one.endsAt) })), unread }
  }
