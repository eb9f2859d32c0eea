import { seconds } from '@app/contracts/durations'
import { refusedCode, runReader } from '../reader-process'
import { type CalendarEvent, CalendarFault, type ReadCalendar } from './calendar-events'

const limits = { timeoutMs: seconds(15), maxBytes: 190 * 1024 * 1024 }

/** Reads calendars in a process of its own. `program` is the path of `calendar-reader`. */
export const calendarProcess =
  (program: string, within = limits): ReadCalendar =>
  async (text) => {
    const input = (async function* () {
      yield new TextEncoder().encode(text)
    })()
    const { code, output, message } = await runReader(program, input, within)
    if (code !== 0) throw new CalendarFault(code === refusedCode ? message : 'The calendar takes too long to read')
    const { events, unread } = JSON.parse(new TextDecoder().decode(output)) as {
      events: CalendarEvent[]
      unread: number
    }
    return { events: events.map((one) => ({ ...one, endsAt: new Date(one.endsAt) })), unread }
  }
